"""Convert values to JSON and back by their type annotations."""

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@cache
def type_adapter(kind: Any) -> "TypeAdapter[Any]":
    """Return pydantic's adapter for this type. Reading what does not fit raises `ValueError`.

    The adapter is built on first use and pydantic imported only then, because the import is slow and the narrator's
    first words need none of it.
    """
    from pydantic import TypeAdapter  # noqa: PLC0415 (see above)

    return TypeAdapter(kind)
