"""Show which stories are proposed to three families over twenty evenings, and whether they repeat or misfit.

    python -m bench.proposals

Each family plays twice a week from October on and takes the first proposal each time.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from narrator.core.game import Seat
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.games.storytellers.story_choice import years_off
from narrator.language.content.packs import Content, load_content
from narrator.language.understanding.player_list import parse_players

FAMILIES = {
    "two small ones": "Mia 4, Tom 6",
    "three of school age": "Lily 6, Nick 8, Julie 9",
    "older": "Ada 10, Ben 12",
}
EVENINGS = 20
FIRST_EVENING = date(2026, 10, 3)
EVENING_GAPS_DAYS = (3, 4)
PROPOSALS = 3


def main() -> None:
    content = load_content()
    for family, players in FAMILIES.items():
        print(f"{family}: {players}")
        play_evenings(parse_players(players), content)


def play_evenings(seats: tuple[Seat, ...], content: Content) -> None:
    host, day, heard = host_of("storytellers"), FIRST_EVENING, list[str]()
    repeats = misfits = 0
    for evening in range(1, EVENINGS + 1):
        plan = Plan("storytellers", seats=seats, seed=f"{evening}", recent_stories=tuple(heard), day=day)
        names = host.propose_stories(plan, content, PROPOSALS)
        print(f"  {evening:2} {day:%d %b}  {describe(names, content)}")
        repeats += names[0] in heard
        misfits += years_off(content.stories[names[0]], seats)[0] > 1
        heard = [name for name in heard if name != names[0]] + [names[0]]
        day += timedelta(EVENING_GAPS_DAYS[evening % 2])
    print(f"  heard twice: {repeats} of {EVENINGS}; too difficult for a child: {misfits}")


def describe(names: Sequence[str], content: Content) -> str:
    stories = [content.stories[name] for name in names]
    return " · ".join(f"{story.title} ({', '.join(story.mood)})" for story in stories)


if __name__ == "__main__":
    main()
