"""What children made, as packs in the family's folder: `made/story-<game>/…` and `made/card-<game>/…`.

The journal holds the making itself; its pack is written from it and can be written again. So a kill between the end of
a making and its pack loses nothing: the next start writes it.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from narrator.core.errors import NarratorError
from narrator.games import MAKING_GAME
from narrator.games.hosting.host import host_of
from narrator.games.making.moves import ChooseVoice, Mend
from narrator.games.making.rules import State
from narrator.language.content.files import FileKind
from narrator.language.content.packs import Content, load_content, made_folder
from narrator.storage.disk import make_private_folder, shred_file, write_atomically
from narrator.storage.journal import Journal
from narrator.storage.messages import from_os_error
from narrator.storage.shared_pack import PICTURES, fields_of, to_yaml
from narrator.storage.table import Table, replay
from narrator.storage.texts import content_of_game


def story_name(game_id: int) -> str:
    """Return the name of the story in the content."""
    return f"made-{game_id}"


def pack_files(game_id: int) -> Mapping[str, Path]:
    """Return the file for each kind of content that a making can leave, by the field of `Content`."""
    card = card_folder(game_id)
    return {
        "stories": made_folder() / f"story-{game_id}" / FileKind.STORIES.folder / f"{story_name(game_id)}.yaml",
        "extra_characters": card / FileKind.EXTRA_CHARACTERS,
        "extra_dreams": card / FileKind.EXTRA_DREAMS,
    }


def card_folder(game_id: int) -> Path:
    return made_folder() / f"card-{game_id}"


def has_card(game_id: int) -> bool:
    """Return whether this making left a card."""
    return any(pack_files(game_id)[kind].is_file() for kind in ("extra_characters", "extra_dreams"))


def belongs_to_family(journal: Journal) -> bool:
    """Return whether this is the family's own journal. A demo has another one, and leaves no packs."""
    return journal.path.parent == made_folder().parent


def save_made_pack(journal: Journal, game_id: int, made: Content) -> None:
    """Write what was made, replacing an older version."""
    if not belongs_to_family(journal):
        return
    cards = {"extra_characters": made.extra_characters, "extra_dreams": made.extra_dreams}
    photo = next((path.name for path in (card_folder(game_id) / PICTURES).glob("photo-*")), None)
    things: dict[str, Any] = {
        kind: [fields_of(each.model_copy(update={"photo": photo})) for each in many]
        for kind, many in cards.items()
        if many
    }
    if made.stories:
        (story,) = made.stories.values()
        things["stories"] = fields_of(story)
    for kind, data in things.items():
        file = pack_files(game_id)[kind]
        try:
            make_private_folder(file.parent)
            write_atomically(file, to_yaml(data))
        except OSError as error:
            raise from_os_error(error, file.parent) from error


def forget_made_pack(journal: Journal, game_id: int) -> None:
    """Delete the pack of a making, if there is one."""
    if not belongs_to_family(journal):
        return
    photos = (card_folder(game_id) / PICTURES).glob("photo-*")
    for file in (*photos, *pack_files(game_id).values()):
        try:
            shred_file(file)
        except OSError as error:
            raise from_os_error(error, file.parent) from error
        folders = (
            folder for folder in file.parents if folder.is_relative_to(made_folder()) and folder != made_folder()
        )
        with suppress(OSError):  # the family keeps other files there
            for folder in folders:
                folder.rmdir()


def write_missing_packs(journal: Journal) -> None:
    """Write the packs that a kill, a full disk or a restored backup left out."""
    with suppress(NarratorError):  # a damaged making has no pack; a full disk is reported when a story is made
        for game in journal.games():
            has_pack = any(file.is_file() for file in pack_files(game.id).values())
            if game.game == MAKING_GAME and game.ended is not None and not has_pack:
                write_pack(journal, game.id)


def read_made_content(journal: Journal, game_id: int) -> Content | None:
    """Return what a making left, from its moves, or `None` if it is not finished."""
    setup, moves = replay(journal.read(game_id))
    state = moves[-1].step.state if moves else setup.state
    texts = content_of_game(journal, game_id, load_content())
    return host_of(MAKING_GAME).make_content(state, texts, story_name(game_id))


def choose_voices(journal: Journal, game_id: int, *, own: bool) -> None:
    """Choose between the children's own voices and the narrator's for a made story."""
    with Table.resume(journal, game_id) as table:
        table.play(ChooseVoice(own))
    write_pack(journal, game_id)


def mend_part(journal: Journal, game_id: int, part: str, text: str) -> None:
    """Correct the text of a part of a finished story. Raise `IllegalMove` without such a part or text."""
    with Table.resume(journal, game_id) as table:
        table.play(Mend(part, " ".join(text.split())))
    write_pack(journal, game_id)


def finished_making(journal: Journal, game_id: int) -> State | None:
    """Return the state of a finished making; `None` for any other game."""
    game = journal.summary(game_id)
    if game.game != MAKING_GAME or game.ended is None:
        return None
    _, moves = replay(journal.read(game_id))
    state: State | None = moves[-1].step.state if moves else None
    return state


def write_pack(journal: Journal, game_id: int) -> None:
    """Write the pack of a finished making, again after its text was mended."""
    made = read_made_content(journal, game_id)
    if made is not None:
        save_made_pack(journal, game_id, made)
