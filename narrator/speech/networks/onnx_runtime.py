"""Load onnxruntime, and hibari, which uses it, with telemetry switched off. No other module may import them.

From 1.29 on, the published builds of onnxruntime contact a host of their maker and keep a device id in the user's
folders as soon as they are imported. `disable_telemetry_events()` comes too late for both. The environment variable
works if it is set before the import.

Tried with 1.31.1 on Linux: `strace -f -e trace=network` over set-up, a game, a spoken demo, exports by hibari and by
Kokoro and `check`, with the network and in a namespace without one, shows no attempt to connect, and no device id is
left. Without the variable, an import and 15 seconds of waiting look up a host. On Windows, the library can also trace
events for the system's own diagnostics; `disable_telemetry_events()` switches those off, and nothing was tried there.
Another version has to be watched in the same way before it is allowed.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.core.paths import home_folder, user_cache_folder

TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"
DEVICE_ID_FOLDER = Path("Microsoft", "DeveloperTools", ".onnxruntime")
"""Relative to the user's cache folder: the device id and unsent reports."""
DELETED_MARK = "device-id-forgotten"
"""File in Narrator's cache folder that shows that the device id has been deleted."""


@cache
def load_onnxruntime() -> Any:
    """Import onnxruntime with telemetry switched off."""
    os.environ[TELEMETRY_VARIABLE] = "1"
    import onnxruntime  # noqa: PLC0415 - slow, optional, and the variable must be set first

    onnxruntime.disable_telemetry_events()
    delete_device_id()
    return onnxruntime


@cache
def load_hibari() -> Any:
    """Import hibari after onnxruntime, which it would otherwise import with telemetry switched on."""
    load_onnxruntime()
    import hibari.g2p.oov  # noqa: PLC0415 - as above

    return hibari


def open_session(model: Path, *, keeps_memory: bool) -> Any:
    """Return a session of a model that uses one thread.

    With `keeps_memory` it keeps the memory of the longest run for the next one. Kokoro is a fifth faster and takes a
    third of the memory with it, while a small network needs less without it.
    """
    onnx = load_onnxruntime()
    options = onnx.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = options.enable_cpu_mem_arena = keeps_memory
    return onnx.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])


TENSOR_TYPES = {1: np.dtype("<f4"), 3: np.dtype("i1"), 7: np.dtype("<i8")}
"""The tensor types that occur in our models, by their number in the file."""


def read_graph(file: Path) -> tuple[dict[str, NDArray[Any]], list[tuple[str, tuple[str, ...]]]]:
    """Return the tensors of a model file (`.ort`) by name, and its operations: the name and the inputs of each."""
    load_onnxruntime()
    sessions = import_module("onnxruntime.tools.ort_format_model.ort_flatbuffers_py.fbs.InferenceSession")
    graph = sessions.InferenceSession.GetRootAs(file.read_bytes()).Model().Graph()
    tensors = [graph.Initializers(number) for number in range(graph.InitializersLength())]
    found = {
        tensor.Name().decode(): tensor.RawDataAsNumpy().view(dtype).reshape(tensor.DimsAsNumpy())
        for tensor in tensors
        if (dtype := TENSOR_TYPES.get(tensor.DataType())) and tensor.DimsLength()
    }
    return found, list(_operations(graph))


def _operations(graph: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in map(graph.Nodes, range(graph.NodesLength())):
        yield node.Name().decode(), tuple(node.Inputs(number).decode() for number in range(node.InputsLength()))
        for attribute in map(node.Attributes, range(node.AttributesLength())):
            if inner := attribute.G():  # the branch of an If operation
                yield from _operations(inner)


def delete_device_id() -> None:
    """Delete the device id that the library made in earlier releases of Narrator, once: a later one is not ours."""
    mark = user_cache_folder() / DELETED_MARK
    if mark.exists():
        return
    folder = device_id_folder()
    rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        for parent in (folder.parent, folder.parent.parent):
            parent.rmdir()  # fails if anything else is in it
    with suppress(OSError):
        mark.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mark.touch()


def device_id_folder() -> Path:
    """Return the folder where the library keeps its device id."""
    home = home_folder() or Path(tempfile.gettempdir())
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / DEVICE_ID_FOLDER
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / DEVICE_ID_FOLDER
