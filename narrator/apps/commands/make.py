"""`narrator make`: children make their own story; mend its text, or choose whose voices tell it."""

from collections.abc import Mapping, Sequence

from narrator.apps.commands._command_arguments import MakeArguments, PlayArguments
from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands.play import run as play
from narrator.core.errors import UsageError
from narrator.core.game import IllegalMove
from narrator.games import MAKING_GAME
from narrator.games.making.rules import Mode
from narrator.language.content.packs import load_content
from narrator.language.language import get_language
from narrator.storage.journal import Journal
from narrator.storage.made_packs import choose_voices, finished_making, mend_part

ANY_KIND: Mapping[str, tuple[str | None, str]] = {
    "a story": (None, Mode.STORY),
    "story": (None, Mode.STORY),
    "a card": (None, Mode.CARD),
    "card": (None, Mode.CARD),
}
"""Words for a story or a card of any kind, each with no frame and the mode."""


def run(arguments: MakeArguments) -> int:
    if arguments.mend:
        return mend(arguments.mend)
    for number, own in ((arguments.own_voices, True), (arguments.read_by_narrator, False)):
        if number is not None:
            return choose_voice(number, own=own)
    return play(play_arguments(arguments))


def play_arguments(arguments: MakeArguments) -> PlayArguments:
    """Return the same arguments for `narrator play`: a making is a game."""
    kind, mode = find_kind(" ".join(arguments.kind)) if arguments.kind else (None, None)
    if arguments.resume is not None and (arguments.kind or arguments.players):
        raise UsageError("A story goes on the way it began. Leave out the kind and the players.")
    return PlayArguments(
        game=[MAKING_GAME],
        mode=mode,
        players=arguments.players,
        story=kind,
        resume=arguments.resume,
        plain=arguments.plain,
        window=arguments.window,
        window_only=arguments.window_only,
        ears=arguments.ears,
        voice=arguments.voice,
        microphone=arguments.microphone,
        speaker=arguments.speaker,
    )


def find_kind(words: str) -> tuple[str | None, str]:
    """Return the frame that these words name, if they name one, and the mode: a story or a card."""
    content, kinds = load_content(), dict(ANY_KIND)
    titles = {frame.title: (name, str(Mode.STORY)) for name, frame in content.frames.items()}
    titles |= {frame.title: (name, str(Mode.CARD)) for name, frame in content.card_frames.items()}
    kinds |= titles | {get_language().strip_article(title): kind for title, kind in titles.items()}
    return match_name(words, kinds, "kind of story or card")


# --- a finished story ----------------------------------------------------------------------------


def mend(words: Sequence[str]) -> int:
    """List the parts of a story, or replace the text of one."""
    number, *rest = words
    with Journal.open() as journal:
        state = finished_making(journal, find_making(journal, number))
        parts = state.parts if state else ()
        if not rest:
            for part in parts:
                note = "  (as recorded; the text is wrong)" if part.misheard else ""
                print(f"{part.key}: {part.words.text or ''}{note}")
            return 0
        key, text = match_name(rest[0], {part.key: part.key for part in parts}, "part"), " ".join(rest[1:])
        try:
            mend_part(journal, int(number), key, text)
        except IllegalMove:
            raise UsageError(f'Write the new words behind the part: --mend {number} {key} "a snail".') from None
        print(f"{key}: {text}")
    return 0


def choose_voice(number: str, *, own: bool) -> int:
    """Tell the story in the children's own voices, or let the narrator read it."""
    with Journal.open() as journal:
        choose_voices(journal, find_making(journal, number), own=own)
    print("The children's own voices tell it." if own else "The narrator reads it.")
    return 0


def find_making(journal: Journal, number: str) -> int:
    """Return the number of a finished story that children made here, or raise `UsageError`."""
    made = {str(game.id): game for game in journal.games() if game.game == MAKING_GAME}
    if number not in made:
        raise UsageError(f"Story {number} was not made by children here. `narrator stories` lists the numbers.")
    if made[number].ended is None:
        raise UsageError(f"Story {number} is not finished. Go on with: narrator make --resume {number}")
    return int(number)
