"""Split the network of a Piper voice (VITS) in two: from phonemes to a plan, and from the plan to audio.

The network first plans a whole clause, its melody and the length of every sound, which takes a third of the time. Then
it makes the audio frame by frame, and does not have to make all of it at once. Split after the plan, it can play the
first words while the others are still being made. No seams are heard because all pieces come from one plan.

An ONNX file is one protobuf message. The few lines below read and write what is needed; the field numbers are those of
`onnx.proto`. See `docs/engineers/networks.md`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from narrator.speech.tts.render import RenderFailed

FIRST_DECODER_WEIGHT = "dec.conv_pre.weight"
"""Input of the first node after the plan, in every Piper voice."""

MODEL_GRAPH = 7
NODE, INITIALIZER, INPUT, OUTPUT, VALUE_INFO = 1, 5, 11, 12, 13
NODE_INPUT, NODE_OUTPUT, VALUE_NAME, TENSOR_NAME = 1, 2, 1, 8


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a protobuf message."""

    number: int
    body: memoryview
    encoded: memoryview
    """The field as it is in the file, with its number and length."""

    def texts(self, number: int) -> list[str]:
        """Return the text fields with this number inside this field."""
        return [bytes(field.body).decode() for field in read_fields(self.body) if field.number == number]


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of the network."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    field: Field


def split_network(model: bytes | memoryview) -> tuple[bytes, bytes]:
    """Return the network that plans and the one that makes audio; the plan is its input."""
    fields = list(read_fields(memoryview(model)))
    around = [field for field in fields if field.number != MODEL_GRAPH]
    graph = [entry for field in fields if field.number == MODEL_GRAPH for entry in read_fields(field.body)]
    nodes = [
        Node(tuple(field.texts(NODE_INPUT)), tuple(field.texts(NODE_OUTPUT)), field)
        for field in graph
        if field.number == NODE
    ]
    plan = next((node.inputs[0] for node in nodes if FIRST_DECODER_WEIGHT in node.inputs), None)
    plan_type = next((f.body for f in graph if f.number == VALUE_INFO and plan in f.texts(VALUE_NAME)), None)
    if plan is None or plan_type is None:
        raise RenderFailed("This is not a Piper voice.")
    planner, decoder = nodes_before(plan, nodes), nodes_after(plan, nodes, graph)
    decoder_inputs = {name for node in decoder for name in node.inputs}
    only_for_decoder = decoder_inputs - {name for node in planner for name in node.inputs}

    first = [field for field in graph if field.number not in (NODE, OUTPUT, INITIALIZER, VALUE_INFO)]
    second = [field for field in first if field.number != INPUT or decoder_inputs.intersection(field.texts(VALUE_NAME))]
    second += [field for field in graph if field.number == OUTPUT]
    for field in graph:
        if field.number == INITIALIZER:
            (name,) = field.texts(TENSOR_NAME)
            if name not in only_for_decoder:
                first.append(field)
            if name in decoder_inputs:
                second.append(field)
    first += [node.field for node in planner]
    second += [node.field for node in decoder]
    return (
        write_message(around, MODEL_GRAPH, write_message(first, OUTPUT, plan_type)),
        write_message(around, MODEL_GRAPH, write_message(second, INPUT, plan_type)),
    )


def nodes_before(plan: str, nodes: list[Node]) -> list[Node]:
    """Return the nodes that can be computed without the plan. Nodes are in the order of computation."""
    unavailable, found = {plan}, []
    for node in nodes:
        if unavailable.isdisjoint(node.inputs):
            found.append(node)
        else:
            unavailable.update(node.outputs)
    return found


def nodes_after(plan: str, nodes: list[Node], graph: list[Field]) -> list[Node]:
    """Return the nodes that lead from the plan to the audio."""
    needed = {name for field in graph if field.number == OUTPUT for name in field.texts(VALUE_NAME)}
    found = []
    for node in reversed(nodes):
        if plan not in node.outputs and not needed.isdisjoint(node.outputs):
            needed.update(node.inputs)
            found.append(node)
    return found[::-1]


# --- protobuf ------------------------------------------------------------------------------------


def read_fields(data: memoryview) -> Iterator[Field]:
    """Yield the fields of a message."""
    offset = 0
    try:
        while offset < len(data):
            start = offset
            key, offset = read_varint(data, offset)
            length = 0
            match key & 7:
                case 0:
                    _, offset = read_varint(data, offset)
                case 1:
                    offset += 8
                case 2:
                    length, offset = read_varint(data, offset)
                case 5:
                    offset += 4
                case _:
                    raise RenderFailed("The voice is damaged.")
            end = offset + length
            yield Field(key >> 3, data[offset:end], data[start:end])
            offset = end
    except IndexError:
        offset = len(data) + 1
    if offset > len(data):
        raise RenderFailed("The voice is incomplete.")


def write_message(fields: Iterable[Field], number: int, body: bytes | memoryview) -> bytes:
    """Return a message with these fields and a last one with this number and body."""
    key, length = write_varint(number << 3 | 2), write_varint(len(body))
    return b"".join([*(field.encoded for field in fields), key, length, body])


def read_varint(data: memoryview, offset: int) -> tuple[int, int]:
    """Return a number, seven bits to the byte, and the offset after it."""
    value = shift = 0
    while True:
        value |= (data[offset] & 127) << shift
        shift += 7
        offset += 1
        if data[offset - 1] < 128:
            return value, offset


def write_varint(value: int) -> bytes:
    """Return a number with seven bits to the byte."""
    encoded = []
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value])
