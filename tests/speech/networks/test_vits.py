"""A small network is split in two. `test_piper` compares the sound of a split voice with that of the whole."""

import pytest

from narrator.speech.networks.vits import (
    FIRST_DECODER_WEIGHT,
    INITIALIZER,
    INPUT,
    NODE,
    OUTPUT,
    VALUE_INFO,
    read_fields,
    read_varint,
    split_network,
    write_varint,
)
from narrator.speech.tts.render import RenderFailed


def entry(number: int, body: bytes | str) -> bytes:
    body = body.encode() if isinstance(body, str) else body
    return write_varint(number << 3 | 2) + write_varint(len(body)) + body


def node(inputs: str, output: str) -> bytes:
    return entry(NODE, b"".join([*(entry(1, name) for name in inputs.split()), entry(2, output)]))


VOICE = entry(2, "torch") + entry(
    7,
    node("", "shared")
    + node("words weight shared", "melody")
    + node("melody", "plan")
    + node(f"plan {FIRST_DECODER_WEIGHT} shared", "waves")
    + node("waves", "sound")
    + entry(INITIALIZER, entry(8, "weight"))
    + entry(INITIALIZER, entry(8, FIRST_DECODER_WEIGHT))
    + entry(INPUT, entry(1, "words"))
    + entry(OUTPUT, entry(1, "sound"))
    + entry(VALUE_INFO, entry(1, "plan") + entry(2, "its shape")),
)


def names_by_field(network: bytes) -> dict[int, list[str]]:
    """Return the outputs of the nodes, and the names in all other fields of the graph."""
    found: dict[int, list[str]] = {}
    (graph,) = (field.body for field in read_fields(memoryview(network)) if field.number == 7)
    for field in read_fields(graph):
        found.setdefault(field.number, []).extend(field.texts({NODE: 2, INITIALIZER: 8}.get(field.number, 1)))
    return found


def test_each_part_has_only_what_it_needs() -> None:
    planner, decoder = split_network(VOICE)
    assert names_by_field(planner) == {
        NODE: ["shared", "melody", "plan"],
        INITIALIZER: ["weight"],
        INPUT: ["words"],
        OUTPUT: ["plan"],
    }
    assert names_by_field(decoder) == {
        NODE: ["shared", "waves", "sound"],
        INITIALIZER: [FIRST_DECODER_WEIGHT],
        INPUT: ["plan"],
        OUTPUT: ["sound"],
    }


def test_both_parts_keep_the_metadata() -> None:
    for part in split_network(VOICE):
        assert bytes(next(read_fields(memoryview(part))).encoded) == entry(2, "torch")


@pytest.mark.parametrize("network", [b"", b"damaged", VOICE[:-9], entry(7, node("words", "sound"))])
def test_file_without_a_voice_is_refused_in_a_sentence(network: bytes) -> None:
    with pytest.raises(RenderFailed, match=r"\.$"):
        split_network(network)


@pytest.mark.parametrize("number", [0, 127, 128, 300, 63201265])
def test_varints_are_read_as_written(number: int) -> None:
    encoded = write_varint(number)
    assert read_varint(memoryview(encoded), 0) == (number, len(encoded))
