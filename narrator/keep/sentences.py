"""What is said about a game that is not as it was kept."""

from narrator.errors import JournalDamaged
from narrator.games import games
from narrator.keep.file import counted

ANSWER_LOST = "The last answer was damaged and has to be given again."


def damaged_game(name: str, kept: int, count: int) -> JournalDamaged:
    lost = "all its moves" if kept == 0 else f"{counted(count - kept, 'move')} at its end"
    goes_on = "begins again from the start" if kept == 0 else "goes on from there"
    return JournalDamaged(
        f"This game of {title(name)} was damaged, or follows other rules than today's: "
        f"{lost} had to be left out, and it {goes_on}.",
        kept,
    )


def changed_by_hand(name: str) -> JournalDamaged:
    return JournalDamaged(
        f"This game of {title(name)} was changed since Narrator left it, by damage or by hand. It is taken as it is."
    )


def beginning_damaged(name: str) -> JournalDamaged:
    return JournalDamaged(
        f"How a game of {title(name)} began is damaged, or follows other rules than today's, so it cannot go on. "
        "Begin a new one."
    )


def title(name: str) -> str:
    return games()[name].TITLE if name in games() else name
