"""Put children's own words into a frame, so that every sentence around them stays grammatical.

A part becomes a sentence in the child's words: "the moon!!" is "The moon!". Only hesitations are left out; nothing is
corrected. A character that occurs again gets a short name: "a snail who wants to fly" is "the snail", "my cat Minka" is
"Minka". The patterns of hesitations and short names are in `content/<language>/language.yaml`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from narrator.language.content.models import MAX_NAME_LETTERS, Frame, FrameQuestion, PartKind, QuestionSet, Story
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language

GAP = re.compile(r"\$(?P<short>the_)?(?P<key>[a-z]+)")
"""`$hero` is a part as it was said, `$the_hero` its short name."""
MARKUP_SIGNS = re.compile(r"[\[\]{}*|<>()~$_#\\]|(?<=\s)/(?=\s)")
DOUBLE_QUOTES = re.compile('["“”„‟«»]')
SINGLE_QUOTES = str.maketrans("‘’‚‛`´", "''''''")
REPEATED_STOPS = re.compile(r"([.!?])[.!?]*([!?])|([.!?])\3+")
SENTENCE_END = (".", "!", "?")
MAX_PART_LETTERS = 300
"""A longer part is cut in the text of the story. The recording and the journal keep all of it."""
MAX_SHORT_NAME_WORDS = 4
MAX_READ_BACK_WORDS = 14
MIN_PIECES = 3
"""An answer of fewer sentences answers one question."""
MIN_PIECE_WORDS = 3
MIN_WORDS_TO_DIVIDE = 14
Parts: TypeAlias = Mapping[str, tuple[str, str | None]]
"""The answers by the key of their question, each with the child who gave it, if known."""


@dataclass(frozen=True, slots=True)
class FrameGap:
    """A place in a frame's text: the question whose answer fills it, and the form of the answer."""

    question: FrameQuestion
    is_short: bool


# --- one part ------------------------------------------------------------------------------------


def clean_words(text: str) -> str:
    """Return the words without hesitations, markup and stray punctuation; an empty string if nothing is left."""
    rules = get_language().spoken.making
    words = DOUBLE_QUOTES.sub("'", MARKUP_SIGNS.sub(" ", text)).translate(SINGLE_QUOTES)
    words = " ".join(rules.hesitation.sub(" ", words).split())
    shorter = rules.after.sub("", rules.before.sub("", words.strip(" ,;:-…'"))).strip(" ,;:-…'")
    words = shorter if has_letter(shorter) else words
    return REPEATED_STOPS.sub(lambda found: found[2] or found[3], words) if has_letter(words) else ""


def has_letter(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def as_sentence(text: str, *, after_colon: bool = False) -> str:
    """Return the words as a sentence with its own full stop; an empty string if there are none."""
    words = shorten(clean_words(text), MAX_PART_LETTERS)
    if not words:
        return ""
    first, _, rest = words.partition(" ")
    if first.strip(".,!?").casefold() in get_language().spoken.making.uncapitalised:
        first = first.lower()
    words = f"{first} {rest}".strip()
    words = words if after_colon else words[0].upper() + words[1:]
    return words if words.endswith(SENTENCE_END) else f"{words}."


def shorten(words: str, letters: int) -> str:
    """Return the words, cut after a whole sentence or word if they have more letters."""
    if len(words) <= letters:
        return words
    cut = words[: letters + 1]
    end = max(cut.rfind(f"{stop} ") for stop in SENTENCE_END)
    return cut[: end + 1] if end > letters // 2 else cut.rpartition(" ")[0].rstrip(" ,;:") + "."


def short_name(text: str, nickname: str, speaker: str | None = None) -> str:
    """Return a short name within a sentence: "the snail", "Minka", "the two mice"; else the nickname.

    "Me" becomes the name of the child who said it.
    """
    language, rules = get_language(), get_language().spoken.making
    words = clean_words(text).rstrip("".join(SENTENCE_END))
    if rules.myself.match(words):
        return speaker if speaker and rules.myself.fullmatch(words) else nickname
    if named := rules.name.search(words):
        return capitalised(named["name"])
    *_, last = ["", *words.split()]
    words = rules.clause.split(words)[0].strip()
    owned = rules.owner.sub("", words, count=1) if rules.owner.match(words) else ""
    if owned and len(owned.split()) > 1 and owned.split()[-1] == last and last[:1].isupper():
        return last  # "my cat Minka"
    if not has_letter(words) or len(words.split()) > MAX_SHORT_NAME_WORDS + 1 or rules.nobody.match(words):
        return nickname
    if owned:
        return owned if owned[:1].isupper() else language.definite(owned)
    if rules.some.match(words):
        return language.definite(rules.some.sub("", words, count=1))
    first, _, rest = words.partition(" ")
    if first.casefold() in language.articles and rest:
        return language.definite(rest) if not rest[:1].isupper() else rest
    if rest and language.parse_number(first) is not None:
        return language.definite(first.lower() + " " + rest)
    return capitalised(words)  # without an article it is used as a name: "Dragon packed a bag"


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def as_title(text: str) -> str:
    """Return the words as a title, without a full stop."""
    words = clean_words(text).rstrip(".").strip()
    return capitalised(words[:MAX_NAME_LETTERS].strip())


def read_back(text: str) -> str:
    """Return the words in a short form, to ask whether they are right: "A snail who wants to fly."."""
    sentence = as_sentence(text)
    words = sentence.split()
    return sentence if len(words) <= MAX_READ_BACK_WORDS else " ".join(words[:MAX_READ_BACK_WORDS]).rstrip(".,!?") + "…"


def split_answer(text: str) -> tuple[str, ...]:
    """Return the pieces of an answer that tells several things at once; otherwise the answer as a whole."""
    if len(text.split()) < MIN_WORDS_TO_DIVIDE:
        return (text,)
    pieces: list[str] = []
    for sentence in split_sentences(text):
        for piece in get_language().spoken.making.next_piece.split(sentence):
            if len(piece.split()) < MIN_PIECE_WORDS and pieces:
                pieces[-1] += f" {piece}"
            elif piece:
                pieces.append(piece)
    return tuple(pieces) if len(pieces) >= MIN_PIECES else (text,)


# --- a frame with parts --------------------------------------------------------------------------


def fill_gaps(text: str, frame: QuestionSet, words_of: Callable[[FrameGap, str], str]) -> str:
    """Return the text with every gap replaced. `words_of` also gets the text before the gap."""
    by_key = {question.key: question for question in frame.questions}
    return GAP.sub(
        lambda gap: (
            words_of(FrameGap(by_key[gap["key"]], gap["short"] is not None), gap.string[: gap.start()])
            if gap["key"] in by_key
            else ""
        ),
        text,
    )


def fill_short_names(text: str, frame: QuestionSet, parts: Parts) -> str:
    """Return a question with the short names of earlier parts, and a capital at its beginning."""
    return capitalised(fill_gaps(text, frame, lambda gap, before: words_in_gap(gap, before, parts)))


def words_in_gap(gap: FrameGap, before: str, parts: Parts) -> str:
    """Return the words for a gap: the whole part, or its short name."""
    question = gap.question
    text, speaker = parts.get(question.key, ("", None))
    if gap.is_short:
        name = short_name(text, question.nickname or question.suggestions[0], speaker)
        return capitalised(name) if begins_sentence(before) else name
    return as_sentence(text or question.suggestions[0], after_colon=before.rstrip().endswith(":"))


def begins_sentence(before: str) -> bool:
    """Return whether a gap after this text begins a sentence. A part before it is a whole sentence."""
    before = before.rstrip()
    *_, last = ["", *before.split()]
    if (gap := GAP.fullmatch(last)) and not gap["short"]:
        return True
    return not before or before.endswith((*SENTENCE_END, "/", '."', '!"', '?"'))


def build_story(frame: Frame, parts: Parts, makers: Sequence[str]) -> Story:
    """Return the finished story, in the format of our own. A part without text becomes the first suggestion."""
    title = next(question.key for question in frame.questions if question.kind is PartKind.TITLE)
    cards = tuple(
        card.model_copy(
            update={"text": fill_gaps(card.text, frame, lambda gap, before: words_in_gap(gap, before, parts))}
        )
        for card in frame.cards
    )
    return Story(
        title=as_title(parts.get(title, ("", None))[0]) or capitalised(frame.title),
        place=frame.place,
        about=frame.about,
        setting=frame.setting,
        refrain=frame.refrain,
        makers=tuple(name[:MAX_NAME_LETTERS] for name in makers),
        cards=cards,
    )
