"""A voice in two split: from phonemes to a plan, and from the plan to sound.

The network of a Piper voice (VITS) first plans a whole clause, its melody and the length of every sound, which takes a
third of the time. Then it makes the sound of it, frame by frame, and need not make all of it at once. So the network
is cut where the plan is finished: the first words are heard while the others are still being made, and nobody hears
where one bit ends and the next begins, for they all come from one plan.

An ONNX file is one protobuf message. Few lines do for what is needed of that; the numbers are those of `onnx.proto`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from narrator.speech.tts.render import RenderFailed

DECODER_BEGINS = "dec.conv_pre.weight"  # belongs to the first step behind the plan, in every Piper voice

GRAPH = 7
NODE, INITIALIZER, INPUT, OUTPUT, VALUE_INFO = 1, 5, 11, 12, 13
NODE_INPUT, NODE_OUTPUT, VALUE_NAME, TENSOR_NAME = 1, 2, 1, 8


@dataclass(frozen=True, slots=True)
class Field:
    number: int
    body: memoryview
    whole: memoryview  # with its number and its length, as it is written

    def texts(self, number: int) -> list[str]:
        return [bytes(field.body).decode() for field in fields(self.body) if field.number == number]


@dataclass(frozen=True, slots=True)
class Node:
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    written: Field


def split(model: bytes | memoryview) -> tuple[bytes, bytes]:
    """The network that plans and the one that sounds; what the one gives is what the other takes."""
    whole = list(fields(memoryview(model)))
    around = [field for field in whole if field.number != GRAPH]
    graph = [entry for field in whole if field.number == GRAPH for entry in fields(field.body)]
    steps = [
        Node(tuple(node.texts(NODE_INPUT)), tuple(node.texts(NODE_OUTPUT)), node)
        for node in graph
        if node.number == NODE
    ]
    plan = next((step.takes[0] for step in steps if DECODER_BEGINS in step.takes), None)
    described = next((f.body for f in graph if f.number == VALUE_INFO and plan in f.texts(VALUE_NAME)), None)
    if plan is None or described is None:
        raise RenderFailed("This is no voice for Piper.")
    planning, sounding = before(plan, steps), behind(plan, steps, graph)
    needed = {name for step in sounding for name in step.takes}
    only_for_sound = needed - {name for step in planning for name in step.takes}

    first = [field for field in graph if field.number not in (NODE, OUTPUT, INITIALIZER, VALUE_INFO)]
    second = [field for field in first if field.number != INPUT or needed.intersection(field.texts(VALUE_NAME))]
    second += [field for field in graph if field.number == OUTPUT]
    for field in graph:
        if field.number == INITIALIZER:
            (name,) = field.texts(TENSOR_NAME)
            if name not in only_for_sound:
                first.append(field)
            if name in needed:
                second.append(field)
    first += [step.written for step in planning]
    second += [step.written for step in sounding]
    return (
        message(around, GRAPH, message(first, OUTPUT, described)),
        message(around, GRAPH, message(second, INPUT, described)),
    )


def before(plan: str, steps: list[Node]) -> list[Node]:
    """Whatever can be computed without the plan. The steps are written in the order in which they are computed."""
    later, kept = {plan}, []
    for step in steps:
        if later.isdisjoint(step.takes):
            kept.append(step)
        else:
            later.update(step.gives)
    return kept


def behind(plan: str, steps: list[Node], graph: list[Field]) -> list[Node]:
    """What leads from the plan to the sound."""
    needed = {name for field in graph if field.number == OUTPUT for name in field.texts(VALUE_NAME)}
    kept = []
    for step in reversed(steps):
        if plan not in step.gives and not needed.isdisjoint(step.gives):
            needed.update(step.takes)
            kept.append(step)
    return kept[::-1]


# --- protobuf ------------------------------------------------------------------------------------


def fields(data: memoryview) -> Iterator[Field]:
    at = 0
    try:
        while at < len(data):
            start = at
            key, at = number_at(data, at)
            length = 0
            match key & 7:
                case 0:
                    _, at = number_at(data, at)
                case 1:
                    at += 8
                case 2:
                    length, at = number_at(data, at)
                case 5:
                    at += 4
                case _:
                    raise RenderFailed("The voice is damaged.")
            end = at + length
            yield Field(key >> 3, data[at:end], data[start:end])
            at = end
    except IndexError:
        at = len(data) + 1
    if at > len(data):
        raise RenderFailed("The voice is not whole.")


def message(entries: Iterable[Field], number: int, last: bytes | memoryview) -> bytes:
    """These entries, and a last one of this number."""
    key, length = as_number(number << 3 | 2), as_number(len(last))
    return b"".join([*(field.whole for field in entries), key, length, last])


def number_at(data: memoryview, at: int) -> tuple[int, int]:
    """A number, seven bits to the byte, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def as_number(value: int) -> bytes:
    written = []
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])
