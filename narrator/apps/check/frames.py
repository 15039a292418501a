"""Checks of frames: their questions, their gaps, and the stories that come of them with easy and awkward answers."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, did_you_mean
from narrator.apps.check.scenes import check_setting
from narrator.apps.check.stories import KEY, check_structure
from narrator.apps.check.words import check_slips, check_text, check_texts
from narrator.core.text import join_words
from narrator.language.content.made_card import CARD_KEYS
from narrator.language.content.made_story import GAP, Parts, build_story, fill_short_names
from narrator.language.content.markup import PAUSE, MarkupError, text_in_play
from narrator.language.content.models import CardFrame, Frame, FrameQuestion, PartKind, QuestionSet, StoryCard, TextRule

FRAME_CARD_WORDS = range(30, 76)
"""Words on a card of a frame, with its gaps."""
QUESTION_RULE = TextRule(2, 24, ends=True, proofread=True)
BEFORE_PART = re.compile(r"[:?!.]\s+$")
"""A part is a whole sentence: it follows a colon or another sentence."""
AWKWARD_ANSWERS = ("um my cat Minka", "the moon!!", "He wants to fly.", "two mice", "a snail who wants to fly and")


def check_frame(sheet: Sheet[Frame]) -> Iterator[Finding]:
    frame = sheet.content
    yield from check_texts(sheet)
    if frame.setting is not None:
        yield from check_setting(sheet, frame.setting, "setting")
    found = [*check_questions(sheet)]
    found += (finding for place in range(len(frame.cards)) for finding in check_gaps(sheet, place))
    yield from found
    if found:
        return  # the stories would report the same again
    yield from check_all_used(sheet)
    yield from dict.fromkeys(finding for parts in sample_answers(frame) for finding in check_filled(sheet, parts))


def check_card_frame(sheet: Sheet[CardFrame]) -> Iterator[Finding]:
    frame = sheet.content
    yield from check_texts(sheet)
    keys = CARD_KEYS[frame.makes]
    if {question.key for question in frame.questions} != {*keys}:
        message = f"A {frame.makes} needs the keys {join_words(keys)}, one question each."
        yield sheet.finding("key-form", message, "questions")
        return
    for parts, (place, question) in product(sample_answers(frame), enumerate(frame.questions)):
        yield from check_question_text(sheet, place, question, parts)


def check_questions(sheet: Sheet[Frame]) -> Iterator[Finding]:
    """Check that keys are plain and unique, that the title comes last, and that short names have a nickname."""
    questions = sheet.content.questions
    keys = [question.key for question in questions]
    for place, question in enumerate(questions):
        if not KEY.fullmatch(question.key) or question.key.startswith("the"):
            message = f"`{question.key}` cannot be used as a key. Use one word in small letters, such as hero."
            yield sheet.finding("key-form", message, "questions", place, "key")
        if question.key in keys[:place]:
            message = f"The key `{question.key}` is already used. Choose another."
            yield sheet.finding("id-twice", message, "questions", place, "key")
        if (question.kind is PartKind.TITLE) != (question is questions[-1]):
            message = "The last question, and no other, asks for the title: `kind: title`."
            yield sheet.finding("frame-title", message, "questions", place)
        if question.kind is PartKind.WHO and question.nickname is None:
            message = f"Add a nickname for answers without a name: `nickname: our {question.key}`."
            yield sheet.finding("field-missing", message, "questions", place)


def check_gaps(sheet: Sheet[Frame], place: int) -> Iterator[Finding]:
    """Check that each gap has a question, that any answer fits there, and that short names are of kind `who`."""
    frame, where = sheet.content, ("cards", place, "text")
    text = frame.cards[place].text
    questions = {question.key: question for question in frame.questions}
    for gap in GAP.finditer(text):
        question = questions.get(gap["key"])
        if question is None:
            advice = did_you_mean(gap["key"], sorted(questions), "${}")
            yield sheet.finding("gap", f"No question has the key `{gap['key']}`. {advice}", *where, at=gap.start())
        elif gap["short"] and question.kind is not PartKind.WHO:
            message = f"{gap[0]} is a short name, but `{gap['key']}` has none. Use ${gap['key']}, or `kind: who`."
            yield sheet.finding("gap", message, *where, at=gap.start())
        elif not gap["short"] and not fits_any_answer(text, gap):
            message = f"{gap[0]} is a whole sentence. Put it after a colon or a question, without a full stop."
            yield sheet.finding("gap", message, *where, at=gap.start())


def fits_any_answer(text: str, gap: re.Match[str]) -> bool:
    before, after = text[: gap.start()], text[gap.end() :]
    return (not before or BEFORE_PART.search(before) is not None) and after[:1] in ("", " ", "\n")


def check_all_used(sheet: Sheet[Frame]) -> Iterator[Finding]:
    """Check that every answer except the title is used exactly once."""
    told = [gap["key"] for card in sheet.content.cards for gap in GAP.finditer(card.text) if not gap["short"]]
    for place, question in enumerate(sheet.content.questions):
        wanted = 0 if question.kind is PartKind.TITLE else 1
        if told.count(question.key) != wanted:
            message = f"${question.key} occurs {told.count(question.key)} times. Use it exactly {wanted} time(s)."
            yield sheet.finding("gap", message, "questions", place, "key")


def sample_answers(frame: QuestionSet) -> Iterator[Parts]:
    """Yield answers for all questions: each suggestion, and children's own words that are hard to fit in."""
    most = max(len(question.suggestions) for question in frame.questions)
    for number in range(most):
        yield {each.key: (each.suggestions[number % len(each.suggestions)], None) for each in frame.questions}
    for answer in AWKWARD_ANSWERS:
        yield dict.fromkeys((question.key for question in frame.questions), (answer, None))


def check_filled(sheet: Sheet[Frame], parts: Parts) -> Iterator[Finding]:
    """Check the story that these answers make."""
    frame = sheet.content
    story = build_story(frame, parts, ("Lily",))
    yield from check_structure(Sheet(sheet.kind, sheet.source, story))
    cast = {card.role: card.role for card in story.cards if card.role is not None}
    for place, card in enumerate(story.cards):
        yield from check_card(sheet, place, card, {role: key for role, key in cast.items() if role != card.role})
    for place, question in enumerate(frame.questions):
        yield from check_question_text(sheet, place, question, parts)


def check_card(sheet: Sheet[Frame], place: int, card: StoryCard, cast: Mapping[str, str]) -> Iterator[Finding]:
    where = ("cards", place, "text")
    try:
        reading = text_in_play(card, cast).replace(PAUSE, " ")
    except MarkupError:
        return  # reported with the structure
    words = len(sheet.content.cards[place].text.split())
    if words not in FRAME_CARD_WORDS:
        least, most = FRAME_CARD_WORDS.start, FRAME_CARD_WORDS.stop - 1
        yield sheet.finding("length", f"The card has {words} words. It should have {least} to {most}.", *where)
    yield from check_slips(sheet, reading, sheet.content.cards[place].text, *where)


def check_question_text(sheet: Sheet[Any], place: int, question: FrameQuestion, parts: Parts) -> Iterator[Finding]:
    for field in ("ask", "easier"):
        text = getattr(question, field)
        asked = fill_short_names(text, sheet.content, parts)
        yield from check_text(sheet, asked, QUESTION_RULE, "questions", place, field)
