"""Read the files of a content folder or a pack, and report their faults to the author."""

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

MAX_FILES_READ = 100
"""Content files that are read from one folder of a pack."""
MAX_FILES_LISTED = 2000
"""Files of any kind in one folder of a pack. A folder with more is not read."""
MAX_FAULTS_TOLD = 50
"""Faults that are reported for one file."""


def read_folder(folder: Path) -> Content:
    """Return the content of a folder, which may hold only a part of it. Raise for the first fault."""
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


# --- kinds of files ------------------------------------------------------------------------------


class FileKind(StrEnum):
    """The kinds of content files, each with its place in the folder. The names are the fields of `Content`."""

    CHARACTERS = "storytellers/characters.yaml"
    EXTRA_CHARACTERS = "storytellers/extra-characters.yaml"
    STORIES = "storytellers/stories/*.yaml"
    DREAMS = "dixit/dreams.yaml"
    EXTRA_DREAMS = "dixit/extra-dreams.yaml"
    ODYSSEY_DREAMS = "odyssey/dreams.yaml"
    DECKS = "storyline/decks/*.yaml"
    CARDS = "storyline/cards/*.yaml"
    WORDS = "words.yaml"
    FRAMES = "making/*.yaml"
    CARD_FRAMES = "making/cards/*.yaml"

    @property
    def folder(self) -> str:
        """The folder for files of this kind."""
        return self.value.rpartition("/")[0]


@cache
def adapter_for(kind: FileKind) -> TypeAdapter[Any]:
    """Return the validator for files of this kind."""
    if kind is FileKind.WORDS:
        return TypeAdapter(Annotated[Mapping[models.ShortText, models.Text], models.ManyWords])
    model: Any = MODELS[kind]
    is_single = kind in (FileKind.STORIES, FileKind.DECKS, FileKind.FRAMES, FileKind.CARD_FRAMES)
    return TypeAdapter(model if is_single else Annotated[tuple[model, ...], models.Many])


def raise_fault(fault: ContentFileError) -> None:
    """Raise the fault."""
    raise fault


def content_files(
    folder: Path, report: Callable[[ContentFileError], None] = raise_fault
) -> Iterator[tuple[FileKind, Path]]:
    """Yield every content file of the folder with its kind. Call `report` once for each folder that cannot be read."""
    inside(folder)
    closed: set[Path] = set()
    for place, kind in ((folder / kind.folder, kind) for kind in FileKind):
        if closed.intersection((place, *place.parents)):
            continue  # already reported
        try:
            found = [file for file in inside(place, missing_ok=True) if belongs(kind, file)]
        except ContentFileError as error:
            closed.add(place)
            report(error)
            continue
        if len(found) > MAX_FILES_READ:  # too many to choose from, and reading them would take too long
            most = f"holds {len(found)} files; at most {MAX_FILES_READ} are allowed."
            read = f"Only the first {MAX_FILES_READ} were read, up to {found[MAX_FILES_READ - 1].name}."
            report(ContentFileError(place, None, "pack-too-big", f"{most} {read} Split it into several packs."))
        yield from ((kind, file) for file in found[:MAX_FILES_READ])


def belongs(kind: FileKind, file: Path) -> bool:
    """Whether the name of the file fits this kind."""
    if kind is FileKind.CARDS and file.stem not in tuple(CardKind):
        return False
    return not file.name.startswith(".") and fnmatch(f"{kind.folder}/{file.name}".lstrip("/"), kind)


def inside(folder: Path, *, missing_ok: bool = False) -> list[Path]:
    """Return the files of a folder, sorted, or raise `ContentFileError`."""
    try:
        found = sorted(islice(folder.iterdir(), MAX_FILES_LISTED + 1))
    except (FileNotFoundError, NotADirectoryError) as error:
        if missing_ok:
            return []
        raise ContentFileError(
            folder, None, "no-such-folder", "is not a folder. A pack is a folder; `narrator new-pack` creates one."
        ) from error
    except OSError as error:
        raise ContentFileError(
            folder, None, "folder-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    if len(found) > MAX_FILES_LISTED:
        message = f"holds more than {MAX_FILES_LISTED} files and was not read. Keep only the files of the pack in it."
        raise ContentFileError(folder, None, "pack-too-big", message)
    return found


# --- faults --------------------------------------------------------------------------------------

MODELS: Mapping[FileKind, type[models.ContentModel]] = {
    FileKind.CHARACTERS: models.Character,
    FileKind.EXTRA_CHARACTERS: models.ExtraCharacter,
    FileKind.STORIES: models.Story,
    FileKind.DREAMS: models.Dream,
    FileKind.EXTRA_DREAMS: models.ExtraDream,
    FileKind.ODYSSEY_DREAMS: models.Dream,
    FileKind.DECKS: models.Deck,
    FileKind.CARDS: models.FairyCard,
    FileKind.FRAMES: models.Frame,
    FileKind.CARD_FRAMES: models.CardFrame,
}
"""What a file of each kind holds, one or many. `words.yaml` has no model: it holds only texts."""
INSIDE: Mapping[tuple[type[models.ContentModel], str], type[models.ContentModel]] = {
    (models.Story, "cards"): models.StoryCard,
    (models.Story, "voices"): models.MakerVoice,
    (models.StoryCard, "fork"): models.ForkWay,
    (models.Deck, "cards"): models.DeckCard,
    (models.Dream, "scene"): models.WrittenScene,
    (models.Frame, "questions"): models.FrameQuestion,
    (models.Frame, "cards"): models.StoryCard,
    (models.CardFrame, "questions"): models.FrameQuestion,
}
"""The models inside other models, by field."""
EXPECTED = {
    "string_type": "text",
    "tuple_type": "a list, either [like, this] or with a dash before each entry",
    "too_short": "a list with at least one entry",
    "too_long": "a list with at most {} entries",
    "string_too_long": "at most {} letters long",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "enum": "one of {}",
    "dict_type": "a name and a value with a colon between them: {{hero: character}}",
}
"""What the value should be, by pydantic's name for the fault. Empty braces stand for the limit or the choices."""


def describe_faults(error: ValidationError, kind: FileKind, source: YamlSource) -> list[ContentFileError]:
    """Return what pydantic found, in sentences for authors, each with its line.

    A misspelled field comes first, and the field that is missing because of it is not reported again.
    """
    errors = error.errors(include_url=False)
    more = len(errors) - MAX_FAULTS_TOLD
    errors = errors[:MAX_FAULTS_TOLD]
    unknown = [each["loc"] for each in errors if each["type"] == "extra_forbidden"]
    misspelled = {(*where[:-1], guess) for where in unknown if (guess := _guess_field(where, kind, source)) is not None}
    found = [
        _describe_fault(each, kind, source)
        for each in errors
        if each["type"] != "missing" or each["loc"] not in misspelled
    ]
    found.sort(key=lambda fault: fault.code != "field-unknown")
    if more > 0:
        found.append(
            ContentFileError(source.file, None, "file-too-big", f"has {more} more faults. Correct these first.")
        )
    return found


def _describe_fault(error: Any, kind: FileKind, source: YamlSource) -> ContentFileError:
    where = tuple(error["loc"])
    line = source.line(*where) if source.data is not None else 1
    field = _field_name(where)
    if error["type"] == "extra_forbidden":
        guess = _guess_field(where, kind, source)
        advice = f"Did you mean `{guess}`?" if guess else f"These are: {_list_fields(model_at(kind, where))}."
        return ContentFileError(source.file, line, "field-unknown", f"{field} is not a field here. {advice}")
    if error["type"] == "missing":
        return ContentFileError(source.file, line, "field-missing", f"{field} is missing here. Add it.")
    if error["input"] is None:
        return ContentFileError(source.file, line, "field-empty", f"{field} is empty. Fill it in or delete it.")
    if error["type"] == "model_type":
        expected = f"made of {_list_fields(model_at(kind, (*where, '')))}, each followed by a colon and a space"
    else:
        limits = error.get("ctx", {})
        limit = limits.get("max_length") or str(limits.get("expected")).replace("'", "")
        expected = EXPECTED.get(error["type"], "something else").format(limit)
    return ContentFileError(source.file, line, "field-type", f"{field} must be {expected}. Correct it.")


def _field_name(where: ValuePath) -> str:
    """Return what an author would call this value."""
    if not where:
        return "the file"
    name = next((step for step in reversed(where) if isinstance(step, str)), None)
    if isinstance(where[-1], int):
        return f"an entry of `{name}`" if name else "an entry"
    return f"`{name}`"


def model_at(kind: FileKind, where: ValuePath) -> type[models.ContentModel]:
    """Return the model that should have the field at the end of this path."""
    model = MODELS[kind]
    for step in where[:-1]:
        model = INSIDE.get((model, str(step)), model)
    return model


def _guess_field(where: ValuePath, kind: FileKind, source: YamlSource) -> str | None:
    """Return the field that was probably meant: similar to this one and not used yet."""
    used = source.at(where[:-1])
    free = [name for name in model_at(kind, where).model_fields if name not in used]
    return next(iter(get_close_matches(str(where[-1]).lower(), free, n=1)), None)


def _list_fields(model: type[models.ContentModel]) -> str:
    return ", ".join(f"`{name}`" for name in model.model_fields)
