"""Stories: has every way through as many cards as it should, and is everybody who is called already there?"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from narrator.apps.check.findings import Finding, Sheet, TextFault, did_you_mean, first_of, number
from narrator.apps.check.ways import cards_of, follows, forgot_role, paths, ways_through
from narrator.apps.check.words import full_stop, length, slips, speakable, worded
from narrator.language.content import markup
from narrator.language.content.markup import WHO, Call, Given, MarkupError, Opening, Role, Spoken, TwoReadings
from narrator.language.content.models import Story, StoryCard
from narrator.language.language import get_language

WORDS, WORDS_OF_ENDING, FEWER_WORDS = range(20, 91), range(20, 106), range(20, 46)
"""On a card, on the last one, which has everybody in it, and on one for the youngest."""
KEY = re.compile(r"[a-z]+")
TAKEN = (WHO, "a", "an", "the")  # words that mean something else between { and }
SAMPLE = "owl"  # stands in for whoever may be chosen, when words are counted: two, with its article


Way: TypeAlias = tuple[tuple[str, ...], frozenset[str]]
"""The cards heard up to a card, and whose roles were chosen on them."""


def check_story(sheet: Sheet[Story]) -> Iterator[Finding]:
    story = sheet.content
    yield from worded(sheet)
    right = cards_of(story)
    if len(story.cards) < right:
        message = f"The story has {number(len(story.cards), 'card')}. Write {right}."
        yield sheet.finding("path-length", message, "cards")
    found = [*keys(sheet), *forks(sheet)]
    yield from found
    ways = follows(story)
    if len(story.cards) >= right:
        yield from paths(sheet, ways, {finding.code for finding in found})
    known = cast_before(story, ways)
    yield from refrain(sheet)
    for place, card in enumerate(story.cards):
        misplaced_role = card.role is not None and not ways[story.ids[place]]
        yield from ends(sheet, place, ways)
        yield from words_of(sheet, place, known.get(story.ids[place], ()))
        if not misplaced_role:  # its marks go with it
            yield from sheet.in_text(roles(story, place, known), "cards", place, "text")


# --- names and forks ------------------------------------------------------------------------------


def keys(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Ids and role keys are names: plain, and each only once."""
    story = sheet.content
    roles = [card.role for card in story.cards]
    for place, card in enumerate(story.cards):
        if story.ids[place] in story.ids[:place]:
            message = f"The id `{story.ids[place]}` stands on an earlier card already. Give this one another."
            yield sheet.finding("id-twice", message, "cards", place, "id")
        if card.role is None:
            continue
        if not KEY.fullmatch(card.role) or card.role in TAKEN:
            message = f"`{card.role}` cannot be called back. Make the role one word in small letters, such as ferryman."
            yield sheet.finding("key-form", message, "cards", place, "role")
        if card.role in roles[:place]:
            message = f"The role `{card.role}` stands on an earlier card already. Give this one another word."
            yield sheet.finding("role-twice", message, "cards", place, "role")


def forks(sheet: Sheet[Story]) -> Iterator[Finding]:
    story = sheet.content
    for place, card in enumerate(story.cards):
        where = ("cards", place, "fork")
        name = story.ids[place]
        if card.then is not None:
            yield from destination(sheet, name, card.then, "cards", place, "then")
        if not card.fork:
            continue
        if card.then is not None:
            yield sheet.finding(
                "fork-and-then", "A card has a fork or a `then`, not both. Delete one.", "cards", place, "then"
            )
        if len(card.fork) != 2:
            yield sheet.finding("fork-count", f"A fork has two ways, not {len(card.fork)}. Write exactly two.", *where)
        if place == 0:
            yield sheet.finding("fork-first", "The first card cannot have a fork. Move it to a later card.", *where)
        targets = [way.to for way in card.fork]
        for number_, way in enumerate(card.fork):
            yield from destination(sheet, name, way.to, *where, number_, "to")
            if way.to in targets[:number_]:
                yield sheet.finding(
                    "fork-same", f"Both ways lead to `{way.to}`. Let one lead elsewhere.", *where, number_, "to"
                )


def destination(sheet: Sheet[Story], name: str, to: str, *where: str | int) -> Iterator[Finding]:
    ids = sheet.content.ids
    if to == name:
        yield sheet.finding("fork-itself", f"`{to}` leads to its own card. Name another.", *where)
    elif to not in ids:
        yield sheet.finding("fork-nowhere", f"No card has the id `{to}`. {did_you_mean(to, ids)}", *where)


def ends(sheet: Sheet[Story], place: int, ways: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Every card has a role and its place, except the ones that end the story."""
    card = sheet.content.cards[place]
    if forgot_role(sheet.content, place):
        message = "Only the last card has no role. Give this one a `role:` and mark its words with *stars*."
        yield sheet.finding("role-missing", message, "cards", place)
    elif card.role is not None and not ways[sheet.content.ids[place]]:
        message = (
            "The last card is read without a choice. Delete its `role:` and `where:`, and the *stars* in its text."
        )
        yield sheet.finding("role-on-ending", message, "cards", place, "role")
    if card.role is not None and card.where is None:
        message = f"Say where the {card.role} is met: `where: at the broken bridge`. It helps everybody to remember."
        yield sheet.finding("where-missing", message, "cards", place, "role")
    if card.role is None and card.where is not None:
        message = "`where:` is for the place of a role, and this card has none. Delete it."
        yield sheet.finding("where-idle", message, "cards", place, "where")


# --- the words -----------------------------------------------------------------------------------


def words_of(sheet: Sheet[Story], place: int, known: Sequence[Way]) -> Iterator[Finding]:
    """What can be said about a text on each way that leads to it."""
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    yield from speakable(sheet, card.text, *where, marked=True)
    try:
        markup.parse(card.text)
    except MarkupError as error:
        yield from full_stop(sheet, card.text, *where)
        message = f"Here is {error}. Mark a role *so*, two readings [so|and so] and somebody {{so}}, none in another."
        yield sheet.finding("markup", message, *where, at=error.at)
        return
    called = {part.key for part in markup.open_reading(card.text) if isinstance(part, Call)}
    readings = readings_of(card, [met for _, met in known] or [called])
    long = WORDS_OF_ENDING if card.role is None else WORDS
    allowed = long if sheet.content.refrain is None else FEWER_WORDS
    yield from first_of(length(sheet, reading, allowed, *where, reading=said) for reading, said in readings.items())
    yield from first_of(full_stop(sheet, reading, *where) for reading in readings)
    for reading in readings:
        yield from slips(sheet, reading, card.text, *where)


def readings_of(card: StoryCard, ways: Iterable[Collection[str]]) -> dict[str, str]:
    """Everything that may be heard of a card, and when: in play and told, on every way that leads to it."""
    readings: dict[str, str] = {}
    for met in ways:
        cast = {role: SAMPLE for role in met if role != card.role}
        readings.setdefault(markup.text_in_play(card, cast).replace(markup.PAUSE, " "), " in play")
        if card.role is not None:
            readings.setdefault(
                markup.text_when_told(card, {**cast, card.role: SAMPLE}).replace(markup.PAUSE, " "), " when told"
            )
    return readings


def refrain(sheet: Sheet[Story]) -> Iterator[Finding]:
    """What children say along is on every card but the last, word for word, after a pause."""
    story = sheet.content
    if story.refrain is None:
        return
    if story.tricky:
        yield sheet.finding("refrain", "A story for the youngest has no forks. Leave out the refrain.", "refrain")
    for place, card in enumerate(story.cards[:-1]):
        waited = re.search(rf"""\s/\s+["']?{re.escape(story.refrain[:-1])}""", card.text)
        if waited is None:
            message = (
                f'Everybody waits for the refrain. Write "/ {story.refrain}" on this card: a pause, and then its words.'
            )
            yield sheet.finding("refrain", message, "cards", place, "text")


def roles(story: Story, place: int, known: Mapping[str, Sequence[Way]]) -> Iterator[TextFault]:
    """The card's own role, and everybody it calls."""
    card = story.cards[place]
    try:
        play, told_again = list(markup.open_reading(card.text)), list(markup.told_reading(card.text))
    except MarkupError:
        return  # said already
    yield from marks(story, place, play, told_again)
    ways = known.get(story.ids[place], ())
    yield from passages(card, ways)
    for parts, heard in heard_on(card.text, ways):
        for reading in (markup.as_played(parts), markup.as_told(parts)):
            yield from calls(story, place, as_written(list(reading)), heard)
    if card.role is None:
        return
    for part in play:
        if isinstance(part, Call) and part.key == WHO:
            message = "In play nobody is chosen yet. Write {who} only in told words: [the ferryman|{who}]."
            yield part.at, "who-misplaced", message
    named = any(isinstance(part, Call) and part.key == WHO for part in told_again)
    if not named and any(isinstance(part, Role) for part in told_again):
        message = "Told again, nobody hears who it was. Put {who} into the told words: [*a knight*|{who}, *a knight*]."
        yield None, "who-missing", message


def heard_on(text: str, ways: Sequence[Way]) -> Iterator[tuple[list[Spoken | TwoReadings], Sequence[Way]]]:
    """What is heard on all ways that lead here, then each passage that is for some of them."""
    parts = markup.parse(text)
    yield [part for part in parts if not isinstance(part, Given)], ways
    for part in parts:
        if isinstance(part, Given):
            yield list(part.parts), [way for way in ways if part.key in way[1]]


def passages(card: StoryCard, ways: Sequence[Way]) -> Iterator[TextFault]:
    """A passage for one way is heard on some ways, and not on all."""
    for part in markup.parse(card.text):
        if isinstance(part, Given):
            met = [part.key in roles_met for _, roles_met in ways]
            if all(met) or not any(met):
                who = "Everybody" if met and all(met) else "Nobody"
                message = f"{who} who comes here has met the {part.key}, so this is no passage for one way. Reword it."
                yield part.at, "way-passage", message


def as_written(reading: Sequence[Spoken]) -> list[Spoken]:
    """Without the calls that nobody wrote: told, "*a knight*" calls its own character by itself."""
    by_itself = {part.at for part in reading if isinstance(part, Role)}
    return [part for part in reading if not (isinstance(part, Call) and part.at in by_itself)]


def marks(story: Story, place: int, play: Sequence[Spoken], told_again: Sequence[Spoken]) -> Iterator[TextFault]:
    """The role is marked once in each reading, and nothing is marked on a card without one."""
    in_play_, when_told = ([part for part in reading if isinstance(part, Role)] for reading in (play, told_again))
    if story.cards[place].role is None:
        for part in [] if forgot_role(story, place) else in_play_:
            yield part.at, "role-marks", "This card has no role, so there is nothing to mark. Delete the stars."
        return
    same = len(in_play_) == len(when_told)
    for found, said in ((in_play_, "" if same else " in play"), (when_told, "" if same else " when told")):
        if len(found) != 1:
            message = f"The role is marked {number(len(found), 'time')}{said}. Mark it *so*, exactly once."
            yield found[1].at if found else None, "role-marks", message
    for part in (*in_play_, *when_told):
        if get_language().strip_article(part.words) == part.words or len(part.words.split()) not in range(2, 6):
            advice = "Write a, an or the and one to four words: *a sly cook*."
            yield part.at, "role-words", f'"{part.words}" is no role to choose for. {advice}'


def calls(story: Story, place: int, reading: Sequence[Spoken], ways: Sequence[Way]) -> Iterator[TextFault]:
    """Everybody who is called must have been chosen, whichever way the story came here."""
    own = story.cards[place].role
    there = {card.role for card in story.cards if card.role is not None}
    in_sentence: set[str] = set()
    for part, after in zip(reading, (*reading[1:], ""), strict=True):
        if isinstance(part, str) and re.search(r"[.!?]", part):
            in_sentence.clear()
        if isinstance(part, Opening):
            message = f"`{{{part.key}: …}}` is for StoryLine decks. In a story, mark the role with *stars*."
            yield part.at, "markup", message
        if not isinstance(part, Call):
            continue
        called = f"{{{part.key}}}"
        if part.key in in_sentence and part.key != WHO:
            yield part.at, "called-twice", f"{called} is named twice in one sentence. Reword one of them."
        in_sentence.add(part.key)
        if part.tagged and (part.indefinite or str(after).startswith("'")):
            message = f"{{{part.key}+}} brings a comma along, which does not fit here. Leave out the +."
            yield part.at, "tag", message
        if part.key == WHO:
            if own is None:
                message = "This card has no character of its own. Call somebody of an earlier card."
                yield part.at, "who-misplaced", message
        elif part.key == own:
            message = f"{called} is not chosen before this card is over. Write {{who}}, in told words."
            yield part.at, "role-uncast", message
        elif part.key not in there:
            advice = did_you_mean(part.key, sorted(there), "{{{}}}")
            yield part.at, "role-unknown", f"No card has the role `{part.key}`. {advice}"
        elif (not_met := not_yet_met(part.key, ways)) is not None:
            yield part.at, "role-uncast", f"{called} has not been met yet {not_met}. Call somebody who has."


def not_yet_met(role: str, ways: Sequence[Way]) -> str | None:
    """When somebody of this role would be called in vain."""
    without = [way for way, met in ways if role not in met]
    if not without:
        return None
    return "when this card is read" if len(without) == len(ways) else f"on this way: {', '.join(without[0])}"


def cast_before(story: Story, ways: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[Way]]:
    """For each card every way that leads there, and the roles that are chosen on it by then."""
    known: dict[str, dict[tuple[str, ...], frozenset[str]]] = {}
    for path in ways_through(story.ids[0], ways):
        for steps, name in enumerate(path):
            met = frozenset(role for before in path[:steps] if (role := story.card(before).role) is not None)
            known.setdefault(name, {})[path[: steps + 1]] = met
    return {name: tuple(led.items()) for name, led in known.items()}
