"""`narrator pack`: write the family's own stories and cards to one file, for other families."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from narrator.apps.commands._name_matching import match_name
from narrator.apps.commands._pack_arguments import PackArguments
from narrator.core.errors import PackError
from narrator.core.paths import expand_user, user_data_folder
from narrator.core.text import join_words
from narrator.language.content.files import read_folder
from narrator.language.content.models import ExtraCharacter, ExtraDream, Story
from narrator.storage.clips import Clips
from narrator.storage.shared_pack import PICTURES, SharedContents, write_shared_pack

NOTHING_MADE = "There is nothing to pack yet. `narrator make` makes a story or a card."
MAX_MAIL_BYTES = 20 << 20
"""Most mail services refuse larger attachments."""


@dataclass(frozen=True, slots=True)
class MadeThing:
    """A story or a card that was made here, and the folder of its pack."""

    folder: Path
    thing: Story | ExtraCharacter | ExtraDream

    @property
    def name(self) -> str:
        return self.thing.name if isinstance(self.thing, ExtraCharacter) else self.thing.title

    @property
    def photos(self) -> list[Path]:
        photo = None if isinstance(self.thing, Story) else self.thing.photo
        return [self.folder / PICTURES / photo] if photo else []

    @property
    def recordings(self) -> list[Path]:
        voices = self.thing.recorded_words if isinstance(self.thing, Story) else ()
        return [path for path in map(Clips().path, voices) if path.is_file()]


def run(arguments: PackArguments) -> int:
    chosen = choose(list(find_made()), arguments.names)
    if not chosen:
        raise PackError(NOTHING_MADE)
    contents = SharedContents(
        stories=[
            each.thing.model_copy(update={"voices": ()}) if arguments.without_recordings else each.thing
            for each in chosen
            if isinstance(each.thing, Story)
        ],
        characters=[each.thing for each in chosen if isinstance(each.thing, ExtraCharacter)],
        dreams=[each.thing for each in chosen if isinstance(each.thing, ExtraDream)],
        photos=[path for each in chosen for path in each.photos],
        recordings=[] if arguments.without_recordings else [path for each in chosen for path in each.recordings],
    )
    file = write_shared_pack(expand_user(arguments.file), contents)
    size = file.stat().st_size
    print(f"{file} holds {join_words(each.name for each in chosen)}, and was read again ({size / 1e6:.1f} MB).")
    if contents.recordings:
        print("The children's voices are in it. --without-recordings leaves them out.")
    if size > MAX_MAIL_BYTES:
        print("That is too much for most mail services. Leave out the recordings, or pack fewer stories.")
    print(f"Nothing is sent by itself. Whoever gets it plays it with: narrator play --pack {shlex.quote(file.name)}")
    return 0


def find_made() -> Iterator[MadeThing]:
    """Yield everything that was made here."""
    for folder in sorted((user_data_folder() / "made").glob("*/")):
        content = read_folder(folder)
        made: tuple[Story | ExtraCharacter | ExtraDream, ...]
        made = (*content.stories.values(), *content.extra_characters, *content.extra_dreams)
        yield from (MadeThing(folder, thing) for thing in made)


def choose(things: Sequence[MadeThing], names: Sequence[str]) -> Sequence[MadeThing]:
    """Return the things with these names, or all if none is given. Raise `UsageError` for an unknown name."""
    if not names or not things:
        return things
    wanted = {
        match_name(name, {each.name: each.name for each in things}, "story or card of your own") for name in names
    }
    return [each for each in things if each.name in wanted]
