"""The paths through a story: which cards follow which, and whether every path has the right length."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from narrator.apps.check.findings import Code, Finding, Sheet, with_count
from narrator.language.content.models import Story

PATH_CARDS, YOUNGEST_PATH_CARDS = 7, 6
"""Cards on every path of a story, and of a story for the youngest."""
WRONG_TARGET_CODES: frozenset[Code] = frozenset(("id-twice", "fork-count", "fork-itself", "fork-nowhere", "fork-same"))


def expected_path_length(story: Story) -> int:
    return PATH_CARDS if story.refrain is None else YOUNGEST_PATH_CARDS


def find_next_cards(story: Story) -> Mapping[str, Sequence[str]]:
    """Return the next cards of each card, as the author meant them: a missing role does not end the story.

    Only two ways of a fork are followed; more than two are reported elsewhere.
    """
    return {
        name: [after] if after is not None and lacks_role(story, place) else story.follows[name][:2]
        for place, (name, after) in enumerate(zip(story.ids, (*story.ids[1:], None), strict=True))
    }


def lacks_role(story: Story, place: int) -> bool:
    """Tell whether this card should have a role: it leads on, or it is not the end of a path."""
    card = story.cards[place]
    if card.role is not None:
        return False
    if card.fork or card.then is not None:
        return True
    chosen_at_fork = {way.to for other in story.cards for way in other.fork}
    return place < len(story.cards) - 1 and story.ids[place] not in chosen_at_fork


def find_paths(start: str, next_cards: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return every path: to an end, to a missing card, into a loop, or beyond the right length."""
    finished: list[tuple[str, ...]] = []
    unfinished: list[tuple[str, ...]] = [(start,)]
    while unfinished:
        path = unfinished.pop()
        after = [name for name in dict.fromkeys(next_cards[path[-1]]) if name in next_cards and name != path[-1]]
        if after and len(path) <= PATH_CARDS and path[-1] not in path[:-1]:
            unfinished += [(*path, name) for name in after]
        else:
            finished.append(path)
    return finished


def check_paths(
    sheet: Sheet[Story], next_cards: Mapping[str, Sequence[str]], found: Collection[Code]
) -> Iterator[Finding]:
    """Check that every path has the right length, and that every card can be reached.

    If a fork is known to lead to a wrong card, reachability is not checked: it changes when that is fixed.
    """
    story = sheet.content
    right = expected_path_length(story)
    all_paths = find_paths(story.ids[0], next_cards)
    sure = () if "fork-count" in found else all_paths
    wrong = {path: message for path in sure if (message := explain_wrong_length(path, next_cards, right)) is not None}
    faults: dict[tuple[str | int, ...], str] = {}
    for path, message in wrong.items():
        faults.setdefault(
            find_place_to_fix(story, first_wrong_part(path, all_paths, wrong)), message
        )  # all paths are wrong after it
    for where, message in faults.items():
        yield sheet.finding("path-length", message, *where)
    if not WRONG_TARGET_CODES.isdisjoint(found):
        return
    reached = {name for path in all_paths for name in path}
    for place, name in enumerate(story.ids):
        if name not in reached:
            message = f"No path leads to the card `{name}`. Let a fork or a `then` lead here, or delete the card."
            yield sheet.finding("card-unreachable", message, "cards", place)


def explain_wrong_length(path: tuple[str, ...], next_cards: Mapping[str, Sequence[str]], right: int) -> str | None:
    heard = ", ".join(path)
    if path[-1] in path[:-1]:
        return f"This path goes round in a circle: {heard}. Let it lead to the end."
    if len(path) > right:
        return f"This path continues after {right} cards: {heard}. End it with a card without a role."
    lost = any(name not in next_cards or name == path[-1] for name in next_cards[path[-1]])
    if len(path) < right and not lost:  # a path to a missing card is reported elsewhere
        return f"This path has {with_count(len(path), 'card')}: {heard}. It needs {right}."
    return None


def first_wrong_part(
    path: tuple[str, ...], all_paths: Sequence[tuple[str, ...]], wrong: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """Return the path up to the card after which every path is wrong, or all of it if no path is right."""
    for steps in range(2, len(path)):
        if all(other in wrong for other in all_paths if other[:steps] == path[:steps]):
            return path[:steps] if any(other not in wrong for other in all_paths) else path
    return path


def find_place_to_fix(story: Story, path: tuple[str, ...]) -> tuple[str | int, ...]:
    """Return the place to fix: the `then` of the last card, or what leads to that card."""
    last = story.ids.index(path[-1])
    if len(path) > expected_path_length(story):
        return "cards", story.ids.index(path[-2])
    if story.cards[last].then is not None:
        return "cards", last, "then"
    before = story.ids.index(path[-2]) if len(path) > 1 else last
    if story.cards[before].then is not None:
        return "cards", before, "then"
    nth = next((nth for nth, way in enumerate(story.cards[before].fork) if way.to == path[-1]), None)
    return ("cards", last) if nth is None else ("cards", before, "fork", nth, "to")
