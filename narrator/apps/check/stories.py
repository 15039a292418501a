"""Checks of stories: length of every path, roles, calls, forks and texts."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from narrator.apps.check.directions import check_directions
from narrator.apps.check.findings import Finding, Sheet, TextFault, did_you_mean, first_nonempty, with_count
from narrator.apps.check.paths import check_paths, expected_path_length, find_next_cards, find_paths, lacks_role
from narrator.apps.check.scenes import check_setting
from narrator.apps.check.words import check_full_stop, check_length, check_slips, check_speakable, check_texts
from narrator.language.content import markup
from narrator.language.content.call_forms import CallForm
from narrator.language.content.markup import WHO, ByMark, Call, Given, MarkupError, Opening, Role, Spoken, TwoReadings
from narrator.language.content.models import Story, StoryCard
from narrator.language.language import get_language

CARD_WORDS, LAST_CARD_WORDS, YOUNGEST_CARD_WORDS = range(20, 91), range(20, 106), range(20, 46)
"""Words allowed on a card, on the last card, and on a card for the youngest."""
KEY = re.compile(r"[a-z]+")
RESERVED_KEYS = (WHO, *get_language().articles)  # have another meaning between { and }
SAMPLE_CHARACTER = "owl"
"""Stands for any character when words are counted: two words with its article."""


PathWithRoles: TypeAlias = tuple[tuple[str, ...], frozenset[str]]
"""The cards heard up to a card, and the roles chosen on them."""


def check_story(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check a story. Of a story that children made only the structure is checked: its words are theirs."""
    story = sheet.content
    yield from check_structure(sheet)
    if story.makers:
        return
    yield from check_texts(sheet)
    if story.setting is not None:
        yield from check_setting(sheet, story.setting, "setting")
    if story.ages is not None and story.ages[0] > story.ages[1]:
        yield sheet.finding("ages", "Write the younger age first: `ages: [6, 9]`.", "ages")
    yield from check_refrain(sheet)
    known = find_roles_before_cards(story, find_next_cards(story))
    for place in range(len(story.cards)):
        yield from check_card_text(sheet, place, known.get(story.ids[place], ()))


def check_structure(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check what a game needs: the right number of cards, roles that are called only after they are cast, markup."""
    story = sheet.content
    right = expected_path_length(story)
    if len(story.cards) < right:
        message = f"The story has {with_count(len(story.cards), 'card')}. Write {right}."
        yield sheet.finding("path-length", message, "cards")
    found = [*check_keys(sheet), *check_forks(sheet)]
    yield from found
    next_cards = find_next_cards(story)
    if len(story.cards) >= right:
        yield from check_paths(sheet, next_cards, {finding.code for finding in found})
    known = find_roles_before_cards(story, next_cards)
    for place, card in enumerate(story.cards):
        misplaced_role = card.role is not None and not next_cards[story.ids[place]]
        yield from check_role_fields(sheet, place, next_cards)
        yield from check_markup(sheet, place)
        if not misplaced_role:  # otherwise its marks are reported with it
            yield from sheet.in_text(check_roles(story, place, known), "cards", place, "text")


# --- keys and forks ------------------------------------------------------------------------------


def check_keys(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check that ids and role keys are plain words and unique."""
    story = sheet.content
    roles = [card.role for card in story.cards]
    for place, card in enumerate(story.cards):
        if story.ids[place] in story.ids[:place]:
            message = f"The id `{story.ids[place]}` is already used on an earlier card. Choose another."
            yield sheet.finding("id-twice", message, "cards", place, "id")
        if card.role is None:
            continue
        if not KEY.fullmatch(card.role) or card.role in RESERVED_KEYS:
            message = f"`{card.role}` cannot be used as a role. Use one word in small letters, such as ferryman."
            yield sheet.finding("key-form", message, "cards", place, "role")
        if card.role in roles[:place]:
            message = f"The role `{card.role}` is already used on an earlier card. Choose another."
            yield sheet.finding("role-twice", message, "cards", place, "role")


def check_forks(sheet: Sheet[Story]) -> Iterator[Finding]:
    story = sheet.content
    for place, card in enumerate(story.cards):
        where = ("cards", place, "fork")
        name = story.ids[place]
        if card.then is not None:
            yield from check_destination(sheet, name, card.then, "cards", place, "then")
        if not card.fork:
            continue
        if card.then is not None:
            yield sheet.finding(
                "fork-and-then", "A card cannot have both a fork and a `then`. Delete one.", "cards", place, "then"
            )
        if len(card.fork) != 2:
            yield sheet.finding("fork-count", f"This fork has {len(card.fork)} ways. Write exactly two.", *where)
        if place == 0:
            yield sheet.finding("fork-first", "The first card cannot have a fork. Move it to a later card.", *where)
        targets = [way.to for way in card.fork]
        for number_, way in enumerate(card.fork):
            yield from check_destination(sheet, name, way.to, *where, number_, "to")
            if way.to in targets[:number_]:
                yield sheet.finding("fork-same", f"Both ways lead to `{way.to}`. Change one.", *where, number_, "to")


def check_destination(sheet: Sheet[Story], name: str, to: str, *where: str | int) -> Iterator[Finding]:
    ids = sheet.content.ids
    if to == name:
        yield sheet.finding("fork-itself", f"`{to}` leads to its own card. Choose another.", *where)
    elif to not in ids:
        yield sheet.finding("fork-nowhere", f"No card has the id `{to}`. {did_you_mean(to, ids)}", *where)


def check_role_fields(sheet: Sheet[Story], place: int, next_cards: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Check that every card has a role and a place, except those that end the story."""
    card = sheet.content.cards[place]
    if lacks_role(sheet.content, place):
        message = "Only the last card has no role. Add a `role:` and mark its words with *stars*."
        yield sheet.finding("role-missing", message, "cards", place)
    elif card.role is not None and not next_cards[sheet.content.ids[place]]:
        message = (
            "The last card is read without a choice. Delete its `role:` and `where:`, and the *stars* in its text."
        )
        yield sheet.finding("role-on-ending", message, "cards", place, "role")
    if card.role is not None and card.where is None:
        message = f"Say where the {card.role} is met, to help players remember: `where: at the broken bridge`."
        yield sheet.finding("where-missing", message, "cards", place, "role")
    if card.role is None and card.where is not None:
        message = "`where:` is the place of a role, and this card has no role. Delete it."
        yield sheet.finding("where-idle", message, "cards", place, "where")


# --- texts ---------------------------------------------------------------------------------------


def check_markup(sheet: Sheet[Story], place: int) -> Iterator[Finding]:
    text, where = sheet.content.cards[place].text, ("cards", place, "text")
    try:
        markup.parse(text)
    except MarkupError as error:
        message = (
            f"Here is {error}. Write a role as *a cook*, two readings as [a|b] and a call as {{cook}}, never nested."
        )
        yield sheet.finding("markup", message, *where, at=error.at)


def check_card_text(sheet: Sheet[Story], place: int, known: Sequence[PathWithRoles]) -> Iterator[Finding]:
    """Check a text as it is read on each path."""
    card = sheet.content.cards[place]
    where = ("cards", place, "text")
    yield from check_speakable(sheet, card.text, *where, marked=True)
    try:
        markup.parse(card.text)
    except MarkupError:  # reported by `check_markup`
        yield from check_full_stop(sheet, card.text, *where)
        return
    called = {part.key for part in markup.open_reading(card.text) if isinstance(part, Call)}
    readings = find_readings(card, [met for _, met in known] or [called])
    usual = LAST_CARD_WORDS if card.role is None else CARD_WORDS
    allowed = usual if sheet.content.refrain is None else YOUNGEST_CARD_WORDS
    yield from first_nonempty(
        check_length(sheet, reading, allowed, *where, reading=said) for reading, said in readings.items()
    )
    yield from first_nonempty(check_full_stop(sheet, reading, *where) for reading in readings)
    for reading in readings:
        yield from check_slips(sheet, reading, card.text, *where)


def find_readings(card: StoryCard, roles_by_path: Iterable[Collection[str]]) -> dict[str, str]:
    """Return every text that may be heard of a card, and when: in play or told again, on every path."""
    readings: dict[str, str] = {}
    for met in roles_by_path:
        cast = {role: SAMPLE_CHARACTER for role in met if role != card.role}
        readings.setdefault(markup.text_in_play(card, cast).replace(markup.PAUSE, " "), " in play")
        if card.role is not None:
            readings.setdefault(
                markup.text_when_told(card, {**cast, card.role: SAMPLE_CHARACTER}).replace(markup.PAUSE, " "),
                " when told",
            )
    return readings


def check_refrain(sheet: Sheet[Story]) -> Iterator[Finding]:
    """Check that the refrain is on every card except the last, word for word, after a pause."""
    story = sheet.content
    if story.refrain is None:
        return
    if story.tricky:
        yield sheet.finding(
            "refrain",
            "A story with a refrain has no forks. Delete the refrain or the forks.",
            "refrain",
        )
    for place, card in enumerate(story.cards[:-1]):
        found = re.search(rf"""\s/\s+["']?{re.escape(story.refrain[:-1])}""", card.text)
        if found is None:
            message = f'The refrain is missing. Write "/ {story.refrain}" on this card: a pause, and then its words.'
            yield sheet.finding("refrain", message, "cards", place, "text")


def check_roles(story: Story, place: int, known: Mapping[str, Sequence[PathWithRoles]]) -> Iterator[TextFault]:
    """Check the card's own role and the characters it calls."""
    card = story.cards[place]
    try:
        play, told_again = list(markup.open_reading(card.text)), list(markup.told_reading(card.text))
    except MarkupError:
        return  # reported already
    yield from check_marks(story, place, play, told_again)
    paths = known.get(story.ids[place], ())
    yield from check_passages(card, paths)
    yield from check_directions(card.text, {each.role for each in story.cards if each.role is not None})
    for parts, heard in parts_by_path(card.text, paths):
        for reading in (markup.as_played(parts), markup.as_told(parts)):
            yield from check_calls(story, place, without_implied_calls(list(reading)), heard)
    if card.role is None:
        return
    for part in play:
        if isinstance(part, Call) and part.key == WHO:
            message = "In play no character is chosen yet. Use {who} only in told words: [the ferryman|{who}]."
            yield part.at, "who-misplaced", message
    named = any(isinstance(part, Call) and part.key == WHO for part in told_again)
    if not named and any(isinstance(part, Role) for part in told_again):
        message = "The told words do not name the character. Add {who} to them: [*a knight*|{who}, *a knight*]."
        yield None, "who-missing", message


def parts_by_path(
    text: str, paths: Sequence[PathWithRoles]
) -> Iterator[tuple[list[Spoken | TwoReadings], Sequence[PathWithRoles]]]:
    """Yield the parts for all paths that lead here, then each passage with the paths it is for."""
    parts = markup.parse(text)
    yield [part for part in parts if not isinstance(part, Given | ByMark)], paths
    for part in parts:
        if isinstance(part, Given):
            yield list(part.parts), [path for path in paths if part.key in path[1]]


def check_passages(card: StoryCard, paths: Sequence[PathWithRoles]) -> Iterator[TextFault]:
    """Check that each passage is heard on some paths, but not on all."""
    for part in markup.parse(card.text):
        if isinstance(part, ByMark):
            yield part.at, "markup", f"Words by mark are for StoryLine. Write <{part.key}: …>."
        elif isinstance(part, Given):
            met = [part.key in roles_met for _, roles_met in paths]
            if all(met) or not any(met):
                which = "Every path" if met and all(met) else "No path"
                message = f"{which} to this card meets the {part.key}, so this passage makes no difference. Change it."
                yield part.at, "way-passage", message


def without_implied_calls(reading: Sequence[Spoken]) -> list[Spoken]:
    """Leave out calls that the author did not write: in told words, "*a knight*" calls its character implicitly."""
    implied = {part.at for part in reading if isinstance(part, Role)}
    return [part for part in reading if not (isinstance(part, Call) and part.at in implied)]


def check_marks(story: Story, place: int, play: Sequence[Spoken], told_again: Sequence[Spoken]) -> Iterator[TextFault]:
    """Check that the role is marked once in each reading, and that cards without a role have no marks."""
    in_play_, when_told = ([part for part in reading if isinstance(part, Role)] for reading in (play, told_again))
    if story.cards[place].role is None:
        for part in [] if lacks_role(story, place) else in_play_:
            yield part.at, "role-marks", "This card has no role. Delete the stars."
        return
    same = len(in_play_) == len(when_told)
    for found, said in ((in_play_, "" if same else " in play"), (when_told, "" if same else " when told")):
        if len(found) != 1:
            message = f"The role is marked {with_count(len(found), 'time')}{said}. Mark it with *stars* exactly once."
            yield found[1].at if found else None, "role-marks", message
    for part in (*in_play_, *when_told):
        if get_language().strip_article(part.words) == part.words or len(part.words.split()) not in range(2, 6):
            advice = "Write an article and one to four words: *a sly cook*."
            yield part.at, "role-words", f'"{part.words}" is not a role. {advice}'


def check_calls(
    story: Story, place: int, reading: Sequence[Spoken], paths: Sequence[PathWithRoles]
) -> Iterator[TextFault]:
    """Check that every character called was chosen before, on every path."""
    own = story.cards[place].role
    known = {card.role for card in story.cards if card.role is not None}
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
        if part.key in in_sentence and part.key != WHO and part.form is not CallForm.SOUND:
            yield part.at, "called-twice", f"{called} is named twice in one sentence. Reword one of them."
        if part.form is not CallForm.SOUND:
            in_sentence.add(part.key)
        yield from check_call_form(part, str(after))
        if part.key == WHO:
            if own is None:
                message = "This card has no role of its own. Call a character of an earlier card."
                yield part.at, "who-misplaced", message
        elif part.key == own:
            message = f"{called} is chosen on this card itself. Write {{who}}, in told words."
            yield part.at, "role-uncast", message
        elif part.key not in known:
            advice = did_you_mean(part.key, sorted(known), "{{{}}}")
            yield part.at, "role-unknown", f"No card has the role `{part.key}`. {advice}"
        elif (not_met := explain_not_met(part.key, paths)) is not None:
            yield part.at, "role-uncast", f"{called} has not been met yet {not_met}. Call another character."


def check_call_form(call: Call, after: str) -> Iterator[TextFault]:
    """Check that what a call adds to the name fits between the words around it."""
    written = f"{{{call.key}{call.form}}}"
    if call.form is CallForm.NAME or not (call.indefinite or after.startswith("'")):
        return
    if call.has_detail:
        message = f"{written} adds a detail between commas, which does not fit here. Delete the {call.form}."
    else:
        message = f"{written} is more than a name, which does not fit here. Delete the {call.form}."
    yield call.at, "tag", message


def explain_not_met(role: str, paths: Sequence[PathWithRoles]) -> str | None:
    """Say on which path this role has not been met, or return `None` if it always has."""
    without = [path for path, met in paths if role not in met]
    if not without:
        return None
    return "when this card is read" if len(without) == len(paths) else f"on this path: {', '.join(without[0])}"


def find_roles_before_cards(
    story: Story, next_cards: Mapping[str, Sequence[str]]
) -> Mapping[str, Sequence[PathWithRoles]]:
    """Return, for each card, every path that leads there and the roles chosen on it before."""
    known: dict[str, dict[tuple[str, ...], frozenset[str]]] = {}
    for path in find_paths(story.ids[0], next_cards):
        for steps, name in enumerate(path):
            met = frozenset(role for before in path[:steps] if (role := story.card(before).role) is not None)
            known.setdefault(name, {})[path[: steps + 1]] = met
    return {name: tuple(led.items()) for name, led in known.items()}
