"""Make a card from the answers to its questions: a character of Storytellers, or a dream of Dixit.

The words of a child are not changed, with one exception: a sentence about a character becomes a relative clause if
possible. "It eats socks" is read as "the sock monster, who eats socks, …".
"""

from narrator.language.content.made_story import Parts, as_sentence, as_title, clean_words, short_name
from narrator.language.content.models import (
    MAX_NAME_LETTERS,
    CardFrame,
    ExtraCharacter,
    ExtraDream,
    FrameQuestion,
    MadeCardKind,
    PartKind,
)
from narrator.language.content.scenes.find_emoji import find_emoji
from narrator.language.language import get_language

NAME, ABOUT, PICTURE, TITLE = "name", "about", "picture", "title"
CARD_KEYS = {MadeCardKind.CHARACTER: (NAME, ABOUT), MadeCardKind.DREAM: (PICTURE, TITLE)}
"""The keys of the questions in `making/cards/`."""
MAX_DETAIL_WORDS = 9
"""A longer sentence is heard with the picture only, not in a hand and in a story."""


def build_card(frame: CardFrame, parts: Parts, photo: str | None = None) -> ExtraCharacter | ExtraDream:
    """Return the finished card. An answer without text is replaced by the first suggestion."""
    texts = {question.key: answer_or_suggestion(question, parts) for question in frame.questions}
    speaker = parts.get(NAME, ("", None))[1]
    if frame.makes is MadeCardKind.DREAM:
        picture = as_sentence(texts[PICTURE])
        emoji = find_emoji(f"{texts[TITLE]} {picture}")
        return ExtraDream(title=dream_title(texts[TITLE]), picture=picture, emoji=emoji, photo=photo)
    name = character_name(frame, texts[NAME], speaker)
    detail = relative_clause(texts[ABOUT])
    return ExtraCharacter(
        name=name,
        picture=describe(name, detail, texts[ABOUT]),
        tag=detail if detail and len(detail.split()) <= MAX_DETAIL_WORDS else None,
        emoji=find_emoji(f"{name} {texts[ABOUT]}")[0],
        photo=photo,
    )


def answer_or_suggestion(question: FrameQuestion, parts: Parts) -> str:
    return clean_words(parts.get(question.key, ("", None))[0]) or question.suggestions[0]


def card_name(frame: CardFrame, parts: Parts) -> str:
    """Return the name of the card that these answers make."""
    card = build_card(frame, parts)
    return get_language().definite(card.name) if isinstance(card, ExtraCharacter) else card.title


def character_name(frame: CardFrame, text: str, speaker: str | None) -> str:
    """Return the name without an article and with the original capitals: "sock monster", "Minka"."""
    language = get_language()
    nickname = next((each.nickname for each in frame.questions if each.kind is PartKind.WHO), None) or frame.title
    name = language.strip_definite_article(short_name(text, nickname, speaker))
    if name.casefold() in language.articles:
        return nickname
    said = text.casefold().find(name.casefold())
    return (name if said < 0 else text[said : said + len(name)])[:MAX_NAME_LETTERS]


def describe(name: str, detail: str | None, text: str) -> str:
    """Return a character with its sentence: "a sock monster who eats socks", "Minka: my mom is afraid of her"."""
    language = get_language()
    is_counted = language.parse_number(name.partition(" ")[0]) is not None
    someone = language.definite(name) if is_counted else language.indefinite(name)
    if detail is None:
        return f"{someone}: {as_sentence(text, after_colon=True).rstrip('.!?')}"
    return f"{someone}{' ' if language.takes_article(name) else ', '}{detail}"


def relative_clause(text: str) -> str | None:
    """Return the sentence as a relative clause, "who eats socks", or `None` if it has another subject."""
    rules = get_language().spoken.making
    words = as_sentence(text, after_colon=True).rstrip(".!?")
    subject = rules.subject.match(words)
    if subject is None:
        return None
    rest = words[subject.end() :]
    return f"{rules.relative}{rest}" if rest.startswith("'") else f"{rules.relative} {rest}"


def dream_title(text: str) -> str:
    """Return the title with a small article, as titles of dreams are used within sentences."""
    title = as_title(text)
    first, _, rest = title.partition(" ")
    return f"{first.lower()} {rest}" if rest and first.casefold() in get_language().articles else title
