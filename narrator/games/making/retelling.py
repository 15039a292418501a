"""Tell a made story: the cards of the frame, with each part in the child's own voice or read by the narrator."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from narrator.core.game import SpokenWords
from narrator.games.hosting.retelling import PlayedGame, RetoldStory, StoryTextMissing, capitalise, paragraph
from narrator.games.making.rules import Part, State
from narrator.language.content.made_card import NAME, TITLE, build_card, card_name
from narrator.language.content.made_story import (
    GAP,
    FrameGap,
    Parts,
    as_sentence,
    as_title,
    build_story,
    fill_gaps,
    words_in_gap,
)
from narrator.language.content.markup import PAUSE, directed_in_play
from narrator.language.content.models import CardFrame, ExtraDream, Frame, MakerVoice, PartKind, Story, StoryCard
from narrator.language.content.packs import Content
from narrator.language.content.sentences import split_sentences
from narrator.language.lines.clip_marks import BEGIN, END
from narrator.language.lines.story import Chapter, Sentence
from narrator.language.lines.story_wording import StoryWording, clip_unchanged

PLACE_OF_PART = re.compile(rf"\s*{BEGIN}([a-z]+){END}[.]")
"""Stands for a part while its card is rendered; the full stop lets sentences be split after it."""


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    state: State = played.state
    frame = find_frame(state, content)
    chapters = list(tell_chapters(state, frame, wording.find_clip))
    if chapters and not played.finished:
        last = chapters[-1]
        chapters[-1] = replace(last, paragraphs=(*last.paragraphs, wording.sentences("so-far")))
    keys = tuple(part.words.text for part in state.parts if part.words.text)
    setting = frame.setting if isinstance(frame, Frame) else None
    return RetoldStory(story_title(state, frame), tuple(chapters), keys, setting, makers(state))


def find_frame(state: State, content: Content) -> Frame | CardFrame:
    if state.frame is None:
        raise StoryTextMissing("")
    frame = content.frames.get(state.frame) or content.card_frames.get(state.frame)
    if frame is None or {*state.shape.parts} != {question.key for question in frame.questions}:
        raise StoryTextMissing(state.frame)
    return frame


def story_title(state: State, frame: Frame | CardFrame) -> str:
    """Return the children's title or the name of their card; before it is chosen, the kind of story or card."""
    if isinstance(frame, CardFrame):
        return capitalise(card_name(frame, known_parts(state)) if state.open_part is None else frame.title)
    keys = {question.key for question in frame.questions if question.kind is PartKind.TITLE}
    titles = (as_title(part.words.text or "") for part in state.parts if part.key in keys and not part.misheard)
    return next(filter(None, titles), capitalise(frame.title))


def makers(state: State) -> tuple[str, ...]:
    """Return the children who answered, in the order of their first answers."""
    return tuple(dict.fromkeys(part.seat for part in state.parts))


def known_parts(state: State) -> Parts:
    """Return the texts and speakers of all parts by key."""
    return {part.key: (part.words.text or "", part.seat) for part in state.parts}


def make_content(state: State, content: Content, name: str) -> Content | None:
    """Return the finished story under this name, or the finished card, as a pack; `None` if it is not finished."""
    if state.outcome is None or not state.outcome.finished:
        return None
    frame = find_frame(state, content)
    if isinstance(frame, Frame):
        story = build_story(frame, known_parts(state), makers(state))
        return Content(stories={name: story.model_copy(update={"voices": find_voices(state, story)})})
    card = build_card(frame, known_parts(state))
    if isinstance(card, ExtraDream):
        return Content(extra_dreams=(card,))
    return Content(extra_characters=(card,))


def find_voices(state: State, story: Story) -> tuple[MakerVoice, ...]:
    """Return the recordings for a made story, each with its words in the text of the story."""
    texts = " ".join(card.text for card in story.cards)
    voices = []
    for part in state.parts if state.own_voices else ():
        forms = (as_sentence(part.words.text or "", after_colon=after_colon) for after_colon in (False, True))
        words = next((form for form in forms if form and form in texts), None)
        if part.words.sound and words:
            voices.append(MakerVoice(sound=part.words.sound, words=words))
    return tuple(voices)


# --- telling -------------------------------------------------------------------------------------


def tell_chapters(
    state: State, frame: Frame | CardFrame, find_clip: Callable[[SpokenWords], SpokenWords] = clip_unchanged
) -> Iterator[Chapter]:
    """Yield the chapters of a story; for a card one chapter with its name and its sentence."""
    if isinstance(frame, Frame):
        yield from tell_cards(state, frame, find_clip)
        return
    parts = sorted(state.parts, key=lambda part: part.key not in (NAME, TITLE))
    told = (spoken_part(part, find_clip, own_voices=state.own_voices) for part in parts)
    sentences = tuple(add_part(Sentence(""), words) for words in told)
    yield Chapter(story_title(state, frame), (sentences,))


def tell_cards(
    state: State, frame: Frame, find_clip: Callable[[SpokenWords], SpokenWords] = clip_unchanged
) -> Iterator[Chapter]:
    """Yield a chapter for each card, up to the first part that is missing."""
    parts = {part.key: part for part in state.parts}
    told = {key: spoken_part(part, find_clip, own_voices=state.own_voices) for key, part in parts.items()}
    texts = {key: (words.text or "", parts[key].seat) for key, words in told.items()}
    cast: dict[str, str] = {}
    for number, card in enumerate(frame.cards):
        text, is_whole = cut_at_missing_part(card.text, parts)
        if not is_whole and not text.strip():
            return
        filled = fill_gaps(text, frame, lambda gap, before: mark_place(gap, before, texts))
        rendered = directed_in_play(StoryCard(role=card.role, text=filled), cast)
        paragraphs = (tuple(place_parts(paragraph(piece), told)) for piece in rendered.split(PAUSE))
        title = capitalise(card.where or "") or capitalise(frame.title)
        yield Chapter(title if number else story_title(state, frame), tuple(filter(None, paragraphs)))
        if not is_whole:
            return
        if card.role is not None:
            cast[card.role] = card.role


def spoken_part(part: Part, find_clip: Callable[[SpokenWords], SpokenWords], *, own_voices: bool) -> SpokenWords:
    """Return the words of a part, with its recording for the child's own voice or if the transcript is wrong."""
    found = find_clip(part.words)
    if part.misheard and found.sound:
        return SpokenWords(None, found.sound)
    return found if own_voices else SpokenWords(found.text, None if found.text else found.sound)


def cut_at_missing_part(text: str, parts: Mapping[str, Part]) -> tuple[str, bool]:
    """Return the text before the first sentence with a missing part, and whether that is all of it."""
    missing = [gap.start() for gap in GAP.finditer(text) if gap["key"] not in parts]
    if not missing:
        return text, True
    whole = split_sentences(text[: missing[0]])
    return " ".join(whole if text[: missing[0]].rstrip().endswith("?") else whole[:-1]), False


def mark_place(gap: FrameGap, before: str, texts: Parts) -> str:
    return words_in_gap(gap, before, texts) if gap.is_short else f"{BEGIN}{gap.question.key}{END}."


def place_parts(sentences: tuple[Sentence, ...], told: Mapping[str, SpokenWords]) -> Iterator[Sentence]:
    """Yield the sentences with the parts in their places. A recording follows the sentence before it."""
    waiting: Sentence | None = None
    for sentence in sentences:
        place = PLACE_OF_PART.search(sentence.text)
        if place is None:
            if waiting:
                yield waiting
            waiting = sentence
            continue
        words = told[place[1]]
        lead = replace(sentence, text=sentence.text[: place.start()].rstrip())
        if not lead.text and waiting:
            lead, waiting = waiting, None
        if waiting:
            yield waiting
        waiting = add_part(lead, words)
        if rest := sentence.text[place.end() :].strip():
            yield waiting
            waiting = Sentence(rest)
    if waiting:
        yield waiting


def add_part(lead: Sentence, words: SpokenWords) -> Sentence:
    """Return the sentence with a part behind it: its recording, or else its words."""
    text = as_sentence(words.text or "", after_colon=lead.text.endswith(":"))
    if words.sound:
        return replace(lead, clip=words.sound, clip_text=text)
    return replace(lead, text=f"{lead.text} {text}".strip())
