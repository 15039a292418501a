"""The one place that loads onnxruntime, and Piper, which loads it too. It sees to it that they tell nobody anything.

From 1.29 on, the published builds of onnxruntime look up a host of their maker's to report to, and keep a device id in
the user's folders, as soon as they are imported. `disable_telemetry_events()` comes too late for both (tried with 1.31
under strace); the environment variable does not, if it is there before the import. The version that we ask for has no
uploader at all. The function is still called, for what Windows may trace, and the variable still set, for whoever has
a newer version installed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.core.paths import user_cache_folder

SILENCE = "ORT_DISABLE_TELEMETRY"
DEVICE_ID = Path("Microsoft", "DeveloperTools", ".onnxruntime")
"""Below the user's cache folder: the id, and what was to be reported."""
FORGOTTEN = "device-id-forgotten"


@cache
def load_onnxruntime() -> Any:
    os.environ[SILENCE] = "1"
    import onnxruntime  # noqa: PLC0415 - takes a while, may not be installed, and must not come sooner

    onnxruntime.disable_telemetry_events()
    forget_device_id()
    return onnxruntime


@cache
def load_piper() -> Any:
    load_onnxruntime()
    import piper  # noqa: PLC0415 - as above

    return piper


KINDS = {1: np.dtype("<f4"), 3: np.dtype("i1"), 7: np.dtype("<i8")}
"""Of numbers in a model's file."""


def read_graph(file: Path) -> tuple[dict[str, NDArray[Any]], list[tuple[str, tuple[str, ...]]]]:
    """What is in a model's file (`.ort`): its tensors by their names, and the steps of the computation by theirs, with
    what each uses."""
    load_onnxruntime()
    sessions = import_module("onnxruntime.tools.ort_format_model.ort_flatbuffers_py.fbs.InferenceSession")
    graph = sessions.InferenceSession.GetRootAs(file.read_bytes()).Model().Graph()
    tensors = [graph.Initializers(number) for number in range(graph.InitializersLength())]
    found = {
        tensor.Name().decode(): tensor.RawDataAsNumpy().view(kind).reshape(tensor.DimsAsNumpy())
        for tensor in tensors
        if (kind := KINDS.get(tensor.DataType())) and tensor.DimsLength()
    }
    return found, list(_steps(graph))


def _steps(graph: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in map(graph.Nodes, range(graph.NodesLength())):
        yield node.Name().decode(), tuple(node.Inputs(number).decode() for number in range(node.InputsLength()))
        for attribute in map(node.Attributes, range(node.AttributesLength())):
            if inner := attribute.G():  # a choice between two ways
                yield from _steps(inner)


def forget_device_id() -> None:
    """Throw away the device id that earlier versions of Narrator let the library make. Once: what is there later is
    another program's."""
    done = user_cache_folder() / FORGOTTEN
    if done.exists():
        return
    folder = reports_folder()
    rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        for parent in (folder.parent, folder.parent.parent):
            parent.rmdir()  # only if nothing else is in it
    with suppress(OSError):
        done.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        done.touch()


def reports_folder() -> Path:
    """Where the library keeps them."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / DEVICE_ID
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / DEVICE_ID
