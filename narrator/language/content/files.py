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
from narrator.language.content.yaml_source import Source, Unreadable, Where

MOST_FILES = 100  # in one folder of a pack, that are read
MOST_LISTED = 2000  # in one folder of a pack, whatever they are
MOST_FAULTS = 50  # of one file. Whoever has mended so many looks again.


def open_folder(folder: Path) -> Content:
    """What lies in this folder, whole or in part; the first thing that cannot be used is an error."""
    found: dict[str, Any] = {}
    for kind, file in files(folder):
        name, source = kind.name.lower(), Source.open(file)
        try:
            content = form(kind).validate_python(source.data)
        except ValidationError as error:
            raise faults(error, kind, source)[0] from error
        if "*" in kind:
            found.setdefault(name, {})[CardKind(file.stem) if kind is Kind.CARDS else file.stem] = content
        else:
            found[name] = content
    return Content(**found)


# --- what lies where -----------------------------------------------------------------------------


class Kind(StrEnum):
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
def form(kind: Kind) -> TypeAdapter[Any]:
    if kind is Kind.WORDS:
        return TypeAdapter(Annotated[Mapping[models.Name, models.Text], models.Many])
    one: Any = MODELS[kind]
    return TypeAdapter(one if kind in (Kind.STORIES, Kind.DECKS) else Annotated[tuple[one, ...], models.Many])


def insist(fault: Unreadable) -> None:
    raise fault


def files(folder: Path, tell: Callable[[Unreadable], None] = insist) -> Iterator[tuple[Kind, Path]]:
    """Every file of the folder that the box reads, and as what. `tell` is told, once each, which folders cannot be
    read."""
    inside(folder)
    closed: set[Path] = set()
    for place, kind in ((folder / kind.folder, kind) for kind in Kind):
        if closed.intersection((place, *place.parents)):
            continue  # said already
        try:
            found = [file for file in inside(place, missing_ok=True) if belongs(kind, file)]
        except Unreadable as error:
            closed.add(place)
            tell(error)
            continue
        if len(found) > MOST_FILES:  # nobody chooses among so many, and reading them would keep everybody waiting
            most = f"holds {len(found)} files, and a pack has {MOST_FILES} there at most."
            read = f"Only the first {MOST_FILES} were looked at, up to {found[MOST_FILES - 1].name}."
            tell(Unreadable(place, None, "pack-too-big", f"{most} {read} Make several packs of them."))
        yield from ((kind, file) for file in found[:MOST_FILES])


def belongs(kind: Kind, file: Path) -> bool:
    if kind is Kind.CARDS and file.stem not in tuple(CardKind):
        return False
    return not file.name.startswith(".") and fnmatch(f"{kind.folder}/{file.name}".lstrip("/"), kind)


def inside(folder: Path, *, missing_ok: bool = False) -> list[Path]:
    try:
        found = sorted(islice(folder.iterdir(), MOST_LISTED + 1))
    except (FileNotFoundError, NotADirectoryError) as error:
        if missing_ok:
            return []
        raise Unreadable(
            folder, None, "no-such-folder", "is no folder. A pack is a folder; `narrator new-pack` writes one."
        ) from error
    except OSError as error:
        raise Unreadable(
            folder, None, "folder-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    if len(found) > MOST_LISTED:
        message = (
            f"holds more than {MOST_LISTED} files and was not looked at. Keep in it only what belongs to the pack."
        )
        raise Unreadable(folder, None, "pack-too-big", message)
    return found


# --- what is wrong with it -----------------------------------------------------------------------

MODELS: Mapping[Kind, type[models.Written]] = {
    Kind.CHARACTERS: models.Character,
    Kind.STORIES: models.Story,
    Kind.DREAMS: models.Dream,
    Kind.ODYSSEY_DREAMS: models.Dream,
    Kind.DECKS: models.Deck,
    Kind.CARDS: models.FairyCard,
}
"""What a file of each kind holds, one or many. The list of words holds only words."""
INSIDE: Mapping[tuple[type[models.Written], str], type[models.Written]] = {
    (models.Story, "cards"): models.StoryCard,
    (models.StoryCard, "fork"): models.Way,
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


def faults(error: ValidationError, kind: Kind, source: Source) -> list[Unreadable]:
    """What pydantic found, as sentences for authors, each with its line.

    A misspelled field comes first, and the one that is missing because of it is not told as well.
    """
    wrong = error.errors(include_url=False)
    more = len(wrong) - MOST_FAULTS
    wrong = wrong[:MOST_FAULTS]
    unknown = [one["loc"] for one in wrong if one["type"] == "extra_forbidden"]
    meant = {(*where[:-1], guess) for where in unknown if (guess := _guess(where, kind, source)) is not None}
    found = [_fault(one, kind, source) for one in wrong if one["type"] != "missing" or one["loc"] not in meant]
    found.sort(key=lambda fault: fault.code != "field-unknown")
    if more > 0:
        found.append(
            Unreadable(source.file, None, "file-too-big", f"has {more} more faults like these. Mend these first.")
        )
    return found


def _fault(error: Any, kind: Kind, source: Source) -> Unreadable:
    where = tuple(error["loc"])
    line = source.line(*where) if source.data is not None else 1
    said = _said(where)
    if error["type"] == "extra_forbidden":
        guess = _guess(where, kind, source)
        advice = f"Did you mean `{guess}`?" if guess else f"These do: {_named(model_at(kind, where))}."
        return Unreadable(source.file, line, "field-unknown", f"{said} is not a field that belongs here. {advice}")
    if error["type"] == "missing":
        return Unreadable(source.file, line, "field-missing", f"{said} is missing here. Add it.")
    if error["input"] is None:
        return Unreadable(source.file, line, "field-empty", f"{said} has nothing in it. Write something or delete it.")
    if error["type"] == "model_type":
        wanted = f"made of {_named(model_at(kind, (*where, '')))}, each with a colon and a space"
    else:
        wanted = WANTED.get(error["type"], "something else").format(error.get("ctx", {}).get("max_length"))
    return Unreadable(source.file, line, "field-type", f"{said} must be {wanted}. Write it so.")


def _said(where: Where) -> str:
    """What an author would call this place."""
    if not where:
        return "the file"
    name = next((step for step in reversed(where) if isinstance(step, str)), None)
    if isinstance(where[-1], int):
        return f"an entry of `{name}`" if name else "an entry"
    return f"`{name}`"


def model_at(kind: Kind, where: Where) -> type[models.Written]:
    """What the field at the end of this way should be a field of."""
    model = MODELS[kind]
    for step in where[:-1]:
        model = INSIDE.get((model, str(step)), model)
    return model


def _guess(where: Where, kind: Kind, source: Source) -> str | None:
    """The field that was meant: much like this one, and not there yet."""
    there = source.at(where[:-1])
    free = [name for name in model_at(kind, where).model_fields if name not in there]
    return next(iter(get_close_matches(str(where[-1]).lower(), free, n=1)), None)


def _named(model: type[models.Written]) -> str:
    return ", ".join(f"`{name}`" for name in model.model_fields)
