"""Every number of the recogniser is explained, and the bench runs that the explanations name exist."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from bench.hearing import SEQUENCES
from bench.hearing_recognisers import ablation_changes
from bench.hearing_rooms import room_sets
from bench.hearing_sets import TUNE, basic_sets
from narrator.speech import asr, networks

RECORDINGS = Path("recordings")
"""Not read: the names of the sets are known without it."""


def constants(folder: Path) -> Iterator[tuple[str, ast.expr, str]]:
    """Yield the name, the value and the docstring of every constant in the modules of this folder."""
    for file in sorted(folder.glob("*.py")):
        body = ast.parse(file.read_text("utf-8")).body
        for item, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(item, ast.Assign) and (name := ast.unparse(item.targets[0])).upper() == name:
                match after:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield f"{file.stem}.{name}", item.value, text
                    case _:
                        yield f"{file.stem}.{name}", item.value, ""


def is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def test_every_number_is_explained() -> None:
    unexplained = []
    for name, value, text in constants(Path(asr.__file__).parent):
        numbers = value.elts if isinstance(value, ast.Tuple) else [value]
        if all(map(is_number, numbers)) and not text:
            unexplained.append(name)
    assert unexplained == []


def notes() -> Iterator[tuple[str, str]]:
    for package in (asr, networks):
        for name, _, text in constants(Path(str(package.__file__)).parent):
            if "Bench: " in text:
                yield name, " ".join(text.partition("Bench: ")[2].split()).removesuffix(".")


def test_named_benches_exist() -> None:
    sets = set_names()
    for name, note in notes():
        for command in note.split("; "):
            bench, *options = shlex.split(re.split(r", columns? ", command)[0])
            assert (Path(__file__).parents[3] / "bench" / f"{bench}.py").is_file(), name
            match options:
                case ["--only", *words]:
                    assert all(any(word in each for each in sets) for word in words), (name, words)
                case ["--ablation,", *rows]:
                    assert {row for row in rows if row != "and"} <= ablation_changes().keys(), (name, rows)
                case _:
                    assert options in ([], ["--recordings", "DIR"]), name


def set_names() -> list[str]:
    sets = [*basic_sets(RECORDINGS, quick=True), *room_sets(RECORDINGS, TUNE, 1)]
    return [*(each.name for each in sets), *SEQUENCES]
