"""A network cut in two. That the split sound as the whole does is for `test_piper`."""

import pytest

from narrator.speech.networks.vits import (
    DECODER_BEGINS,
    INITIALIZER,
    INPUT,
    NODE,
    OUTPUT,
    VALUE_INFO,
    as_number,
    fields,
    number_at,
    split,
)
from narrator.speech.tts.render import RenderFailed


def entry(number: int, body: bytes | str) -> bytes:
    body = body.encode() if isinstance(body, str) else body
    return as_number(number << 3 | 2) + as_number(len(body)) + body


def step(takes: str, gives: str) -> bytes:
    return entry(NODE, b"".join([*(entry(1, name) for name in takes.split()), entry(2, gives)]))


VOICE = entry(2, "torch") + entry(
    7,
    step("", "shared")
    + step("words weight shared", "melody")
    + step("melody", "plan")
    + step(f"plan {DECODER_BEGINS} shared", "waves")
    + step("waves", "sound")
    + entry(INITIALIZER, entry(8, "weight"))
    + entry(INITIALIZER, entry(8, DECODER_BEGINS))
    + entry(INPUT, entry(1, "words"))
    + entry(OUTPUT, entry(1, "sound"))
    + entry(VALUE_INFO, entry(1, "plan") + entry(2, "its shape")),
)


def parts(network: bytes) -> dict[int, list[str]]:
    """What each step gives, and the names of all else."""
    told: dict[int, list[str]] = {}
    (graph,) = (field.body for field in fields(memoryview(network)) if field.number == 7)
    for field in fields(graph):
        told.setdefault(field.number, []).extend(field.texts({NODE: 2, INITIALIZER: 8}.get(field.number, 1)))
    return told


def test_each_half_has_what_it_needs_and_no_more() -> None:
    planning, sounding = split(VOICE)
    assert parts(planning) == {
        NODE: ["shared", "melody", "plan"],
        INITIALIZER: ["weight"],
        INPUT: ["words"],
        OUTPUT: ["plan"],
    }
    assert parts(sounding) == {
        NODE: ["shared", "waves", "sound"],
        INITIALIZER: [DECODER_BEGINS],
        INPUT: ["plan"],
        OUTPUT: ["sound"],
    }


def test_what_is_around_the_network_stays_around_both() -> None:
    for half in split(VOICE):
        assert bytes(next(fields(memoryview(half))).whole) == entry(2, "torch")


@pytest.mark.parametrize("network", [b"", b"damaged", VOICE[:-9], entry(7, step("words", "sound"))])
def test_what_is_no_voice_is_told_in_a_sentence(network: bytes) -> None:
    with pytest.raises(RenderFailed, match=r"\.$"):
        split(network)


@pytest.mark.parametrize("number", [0, 127, 128, 300, 63201265])
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    written = as_number(number)
    assert number_at(memoryview(written), 0) == (number, len(written))
