"""The files of a box or a pack: what lies where, what it is read as, and what is wrong with it, told to its author."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from fnmatch import fnmatch
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from narrator.core.cards import CardKind
from narrator.language.content import models
from narrator.language.content.packs import Content
from narrator.language.content.yaml_source import ContentFileError, ValuePath, YamlSource

MAX_FILES_READ = 100  # in one folder of a pack, that are read
MAX_FILES_LISTED = 2000  # in one folder of a pack, whatever they are
MAX_FAULTS_TOLD = 50  # of one file. Whoever has mended so many looks again.


def read_folder(folder: Path) -> Content:
    """What lies in this folder, whole or in part; the first thing that cannot be used is an error."""
    found: dict[str, Any] = {}
    for kind, file in content_files(folder):
        name, source = kind.name.lower(), YamlSource.open(file)
        try:
            content = adapter_for(kind).validate_python(source.data)
        except ValidationError as error:
            raise describe_faults(error, kind, source)[0] from error
        if "*" in kind:
            found.setdefault(name, {})[CardKind(file.stem) if kind is FileKind.CARDS else file.stem] = content
        else:
            found[name] = content
    return Content(**found)


# --- what lies where -----------------------------------------------------------------------------


class FileKind(StrEnum):
    """The kinds of files, by where they lie. Each is called as in the box."""

    CHARACTERS = "storytellers/characters.yaml"
    STORIES = "storytellers/stories/*.yaml"
    DREAMS = "dixit/dreams.yaml"
    ODYSSEY_DREAMS = "odyssey/dreams.yaml"
    DECKS = "storyline/decks/*.yaml"
    CARDS = "storyline/cards/*.yaml"
    WORDS = "words.yaml"

    @property
    def folder(self) -> str:
        return self.value.rpartition("/")[0]


@cache
def adapter_for(kind: FileKind) -> TypeAdapter[Any]:
    if kind is FileKind.WORDS:
        return TypeAdapter(Annotated[Mapping[models.Name, models.Text], models.Many])
    one: Any = MODELS[kind]
    return TypeAdapter(one if kind in (FileKind.STORIES, FileKind.DECKS) else Annotated[tuple[one, ...], models.Many])


def raise_fault(fault: ContentFileError) -> None:
    raise fault


def content_files(
    folder: Path, tell: Callable[[ContentFileError], None] = raise_fault
) -> Iterator[tuple[FileKind, Path]]:
    """Every file of the folder that the box reads, and as what. `tell` is told, once each, which folders cannot be
    read."""
    inside(folder)
    closed: set[Path] = set()
    for place, kind in ((folder / kind.folder, kind) for kind in FileKind):
        if closed.intersection((place, *place.parents)):
            continue  # said already
        try:
            found = [file for file in inside(place, missing_ok=True) if belongs(kind, file)]
        except ContentFileError as error:
            closed.add(place)
            tell(error)
            continue
        if len(found) > MAX_FILES_READ:  # nobody chooses among so many, and reading them would keep everybody waiting
            most = f"holds {len(found)} files, and a pack has {MAX_FILES_READ} there at most."
            read = f"Only the first {MAX_FILES_READ} were looked at, up to {found[MAX_FILES_READ - 1].name}."
            tell(ContentFileError(place, None, "pack-too-big", f"{most} {read} Make several packs of them."))
        yield from ((kind, file) for file in found[:MAX_FILES_READ])


def belongs(kind: FileKind, file: Path) -> bool:
    if kind is FileKind.CARDS and file.stem not in tuple(CardKind):
        return False
    return not file.name.startswith(".") and fnmatch(f"{kind.folder}/{file.name}".lstrip("/"), kind)


def inside(folder: Path, *, missing_ok: bool = False) -> list[Path]:
    try:
        found = sorted(islice(folder.iterdir(), MAX_FILES_LISTED + 1))
    except (FileNotFoundError, NotADirectoryError) as error:
        if missing_ok:
            return []
        raise ContentFileError(
            folder, None, "no-such-folder", "is no folder. A pack is a folder; `narrator new-pack` writes one."
        ) from error
    except OSError as error:
        raise ContentFileError(
            folder, None, "folder-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    if len(found) > MAX_FILES_LISTED:
        message = (
            f"holds more than {MAX_FILES_LISTED} files and was not looked at. Keep in it only what belongs to the pack."
        )
        raise ContentFileError(folder, None, "pack-too-big", message)
    return found


# --- what is wrong with it -----------------------------------------------------------------------

MODELS: Mapping[FileKind, type[models.ContentModel]] = {
    FileKind.CHARACTERS: models.Character,
    FileKind.STORIES: models.Story,
    FileKind.DREAMS: models.Dream,
    FileKind.ODYSSEY_DREAMS: models.Dream,
    FileKind.DECKS: models.Deck,
    FileKind.CARDS: models.FairyCard,
}
"""What a file of each kind holds, one or many. The list of words holds only words."""
INSIDE: Mapping[tuple[type[models.ContentModel], str], type[models.ContentModel]] = {
    (models.Story, "cards"): models.StoryCard,
    (models.StoryCard, "fork"): models.ForkWay,
    (models.Deck, "cards"): models.DeckCard,
}
"""What stands in the lists within that."""
WANTED = {
    "string_type": "text",
    "tuple_type": "a list, [so, and so] or each entry after a dash",
    "too_short": "a list with something in it",
    "too_long": "a list of {} at most",
    "string_too_long": "{} letters long at most",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "enum": "one of character, place, feature, object and action",
    "dict_type": "a name, a colon and what belongs to it: {{hero: character}}",
}
"""What should have stood there, by pydantic's name for what is wrong; the braces hold a limit."""


def describe_faults(error: ValidationError, kind: FileKind, source: YamlSource) -> list[ContentFileError]:
    """What pydantic found, as sentences for authors, each with its line.

    A misspelled field comes first, and the one that is missing because of it is not told as well.
    """
    wrong = error.errors(include_url=False)
    more = len(wrong) - MAX_FAULTS_TOLD
    wrong = wrong[:MAX_FAULTS_TOLD]
    unknown = [one["loc"] for one in wrong if one["type"] == "extra_forbidden"]
    meant = {(*where[:-1], guess) for where in unknown if (guess := _guess(where, kind, source)) is not None}
    found = [_fault(one, kind, source) for one in wrong if one["type"] != "missing" or one["loc"] not in meant]
    found.sort(key=lambda fault: fault.code != "field-unknown")
    if more > 0:
        found.append(
            ContentFileError(source.file, None, "file-too-big", f"has {more} more faults like these. Mend these first.")
        )
    return found


def _fault(error: Any, kind: FileKind, source: YamlSource) -> ContentFileError:
    where = tuple(error["loc"])
    line = source.line(*where) if source.data is not None else 1
    said = _said(where)
    if error["type"] == "extra_forbidden":
        guess = _guess(where, kind, source)
        advice = f"Did you mean `{guess}`?" if guess else f"These do: {_named(model_at(kind, where))}."
        return ContentFileError(
            source.file, line, "field-unknown", f"{said} is not a field that belongs here. {advice}"
        )
    if error["type"] == "missing":
        return ContentFileError(source.file, line, "field-missing", f"{said} is missing here. Add it.")
    if error["input"] is None:
        return ContentFileError(
            source.file, line, "field-empty", f"{said} has nothing in it. Write something or delete it."
        )
    if error["type"] == "model_type":
        wanted = f"made of {_named(model_at(kind, (*where, '')))}, each with a colon and a space"
    else:
        wanted = WANTED.get(error["type"], "something else").format(error.get("ctx", {}).get("max_length"))
    return ContentFileError(source.file, line, "field-type", f"{said} must be {wanted}. Write it so.")


def _said(where: ValuePath) -> str:
    """What an author would call this place."""
    if not where:
        return "the file"
    name = next((step for step in reversed(where) if isinstance(step, str)), None)
    if isinstance(where[-1], int):
        return f"an entry of `{name}`" if name else "an entry"
    return f"`{name}`"


def model_at(kind: FileKind, where: ValuePath) -> type[models.ContentModel]:
    """What the field at the end of this way should be a field of."""
    model = MODELS[kind]
    for step in where[:-1]:
        model = INSIDE.get((model, str(step)), model)
    return model


def _guess(where: ValuePath, kind: FileKind, source: YamlSource) -> str | None:
    """The field that was meant: much like this one, and not there yet."""
    there = source.at(where[:-1])
    free = [name for name in model_at(kind, where).model_fields if name not in there]
    return next(iter(get_close_matches(str(where[-1]).lower(), free, n=1)), None)


def _named(model: type[models.ContentModel]) -> str:
    return ", ".join(f"`{name}`" for name in model.model_fields)
