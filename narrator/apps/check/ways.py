"""The ways through a story: which cards are heard after which, and whether all ways are as long as they should be."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from narrator.apps.check.findings import Code, Finding, Sheet, number
from narrator.language.content.models import Story

CARDS, FEWER_CARDS = 7, 6  # heard on every way through a story, and through one for the youngest
LEAD_ASTRAY: frozenset[Code] = frozenset(("id-twice", "fork-count", "fork-itself", "fork-nowhere", "fork-same"))


def cards_of(story: Story) -> int:
    return CARDS if story.refrain is None else FEWER_CARDS


def follows(story: Story) -> Mapping[str, Sequence[str]]:
    """Which cards come after which, as it was meant: a role that was forgotten does not end the story.

    Of a fork with more than two ways only two are followed; that there are more is a finding of its own.
    """
    return {
        name: [after] if after is not None and forgot_role(story, place) else story.follows[name][:2]
        for place, (name, after) in enumerate(zip(story.ids, (*story.ids[1:], None), strict=True))
    }


def forgot_role(story: Story, place: int) -> bool:
    """Whether this card should have a role: it leads on, or it is neither the last one nor the end of a way."""
    card = story.cards[place]
    if card.role is not None:
        return False
    if card.fork or card.then is not None:
        return True
    chosen_at_fork = {way.to for other in story.cards for way in other.fork}
    return place < len(story.cards) - 1 and story.ids[place] not in chosen_at_fork


def ways_through(start: str, ways: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Every way from the first card to an end, to a hole, back to a card it has passed, or beyond the last one."""
    done: list[tuple[str, ...]] = []
    going: list[tuple[str, ...]] = [(start,)]
    while going:
        path = going.pop()
        after = [name for name in dict.fromkeys(ways[path[-1]]) if name in ways and name != path[-1]]
        if after and len(path) <= CARDS and path[-1] not in path[:-1]:
            going += [(*path, name) for name in after]
        else:
            done.append(path)
    return done


def paths(sheet: Sheet[Story], ways: Mapping[str, Sequence[str]], found: Collection[Code]) -> Iterator[Finding]:
    """As many cards on every way as it should have, and no card that no way leads to.

    Where it was found already that a way leads to a wrong card, the right one is reached once that is mended.
    """
    story = sheet.content
    right = cards_of(story)
    through = ways_through(story.ids[0], ways)
    sure = () if "fork-count" in found else through
    wrong = {path: said for path in sure if (said := wrong_length(path, ways, right)) is not None}
    told: dict[tuple[str | int, ...], str] = {}
    for path, message in wrong.items():
        told.setdefault(to_mend(story, gone_astray(path, through, wrong)), message)  # from there on all ways are wrong
    for where, message in told.items():
        yield sheet.finding("path-length", message, *where)
    if not LEAD_ASTRAY.isdisjoint(found):
        return
    reached = {name for path in through for name in path}
    for place, name in enumerate(story.ids):
        if name not in reached:
            message = f"No way leads to the card `{name}`. Let a fork or a `then` lead here, or delete it."
            yield sheet.finding("card-unreachable", message, "cards", place)


def wrong_length(path: tuple[str, ...], ways: Mapping[str, Sequence[str]], right: int) -> str | None:
    heard = ", ".join(path)
    if path[-1] in path[:-1]:
        return f"This way leads round in a circle: {heard}. Let it lead on."
    if len(path) > right:
        return f"This way goes on after {right} cards: {heard}. Let a card without a role end it."
    lost = any(name not in ways or name == path[-1] for name in ways[path[-1]])
    if len(path) < right and not lost:  # a way that leads nowhere has a finding of its own
        return f"This way has {number(len(path), 'card')}: {heard}. Make it {right}."
    return None


def gone_astray(
    path: tuple[str, ...], through: Sequence[tuple[str, ...]], wrong: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """The path up to the card from which on no way is right; the whole of it if none ever was."""
    for steps in range(2, len(path)):
        if all(other in wrong for other in through if other[:steps] == path[:steps]):
            return path[:steps] if any(other not in wrong for other in through) else path
    return path


def to_mend(story: Story, path: tuple[str, ...]) -> tuple[str | int, ...]:
    """Where a way was sent wrong: at the `then` of its last card, or at what leads to that."""
    last = story.ids.index(path[-1])
    if len(path) > cards_of(story):
        return "cards", story.ids.index(path[-2])
    if story.cards[last].then is not None:
        return "cards", last, "then"
    before = story.ids.index(path[-2]) if len(path) > 1 else last
    if story.cards[before].then is not None:
        return "cards", before, "then"
    nth = next((nth for nth, way in enumerate(story.cards[before].fork) if way.to == path[-1]), None)
    return ("cards", last) if nth is None else ("cards", before, "fork", nth, "to")
