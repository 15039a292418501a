"""Pages from templates. Whatever is put into them is escaped, whoever wrote it."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from narrator import __version__

PLAIN = str.maketrans({"&": "+", "<": "‹", ">": "›", '"': "”"})
"""Readers that rewrite what a book says about itself (Readium does) forget to escape it. Headings and text may have
these signs; a title among the metadata has others, so that it can be opened everywhere."""


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("narrator.export"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters |= {"seconds": seconds, "clock": clock, "plain": lambda text: text.translate(PLAIN)}
    templates.globals["generator"] = f"Narrator {__version__}"
    return templates


def filled(template: str, **facts: Any) -> bytes:
    return _templates().get_template(template).render(**facts).encode("utf-8")


def seconds(milliseconds: int) -> str:
    """As 12.345, without the inaccuracy of a division."""
    return f"{milliseconds // 1000}.{milliseconds % 1000:03}"


def clock(milliseconds: int) -> str:
    """As 0:12:34, to the nearest second."""
    whole = (milliseconds + 500) // 1000
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
