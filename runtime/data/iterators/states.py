"""Serialization of iterator states: nested containers of numbers, text and arrays.

Reading the bytes runs no code, unlike unpickling.
"""

from __future__ import annotations

import io
import json
import struct
from typing import Any, Final

import numpy as np

from graphir.dtypes import as_dtype
from graphir.errors import (
    DataLossError,
    FailedPreconditionError,
    UnimplementedError,
)
from graphir.ops.datasets.variants import RaggedValue
from graphir.shapes import Shape
from runtime.data.snapshots.reading import SavedElementsStage, reader_of_shard
from runtime.data.stages.pipeline_graphs import serialized, stage_of_message
from runtime.data.stages.stage import Stage
from runtime.data.stages.windows import WindowContents

_LENGTH: Final = struct.Struct("<Q")


def packed_state(state: Any) -> bytes:
    """The state as bytes.

    Raises:
      UnimplementedError: for a state with values of this process, as generators.
    """
    arrays: list[bytes] = []
    text = json.dumps(_plain(state, arrays)).encode()
    parts = [text, *arrays]
    return b"".join(_LENGTH.pack(len(each)) + each for each in parts)


def _plain(value: Any, arrays: list[bytes]) -> Any:
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, dict):
        pairs = [[_plain(k, arrays), _plain(v, arrays)] for k, v in value.items()]
        return {"dict": pairs}
    if isinstance(value, (list, tuple, set)):
        return {type(value).__name__: [_plain(each, arrays) for each in value]}
    if isinstance(value, bytes):
        arrays.append(value)
        return {"bytes": len(arrays)}
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype != object:
        buffer = io.BytesIO()
        np.save(buffer, value, allow_pickle=False)
        arrays.append(buffer.getvalue())
        return {"scalar" if isinstance(value, np.generic) else "array": len(arrays)}
    if isinstance(value, np.ndarray):
        items = [_plain(each, arrays) for each in value.ravel().tolist()]
        return {"objects": [list(value.shape), items]}
    if isinstance(value, WindowContents):
        types = [dtype.name for dtype in value.element_types]
        sizes = [_sizes(shape) for shape in value.element_shapes]
        return {"window": _plain([value.elements, types, sizes], arrays)}
    if isinstance(value, SavedElementsStage):
        types = [dtype.name for dtype in value.element_types]
        sizes = [_sizes(shape) for shape in value.element_shapes]
        parts = [value.files[0], types, sizes, value.compression]
        return {"saved": _plain(parts, arrays)}
    if isinstance(value, RaggedValue):
        return {"ragged": _plain([value.splits, value.values], arrays)}
    if isinstance(value, Stage):
        return {"dataset": _plain(_pipeline(value), arrays)}
    raise _refused(value)


def _pipeline(stage: Stage) -> list[Any]:
    """A dataset that is an element: its graph, and the specs of its elements."""
    types = [dtype.name for dtype in stage.element_types]
    sizes = [_sizes(shape) for shape in stage.element_shapes]
    try:
        return [serialized(stage), types, sizes]
    except FailedPreconditionError as error:
        raise _refused(stage) from error


def _refused(value: Any) -> UnimplementedError:
    return UnimplementedError(
        None,
        None,
        f"The state of an iterator cannot be saved while it holds {value!r}.",
    )


def _sizes(shape: Shape) -> list[int | None] | None:
    return None if shape.rank is None else shape.as_list()


def unpacked_state(data: bytes) -> Any:
    """The state in bytes of ``packed_state``.

    Raises:
      DataLossError: for other bytes.
    """
    parts: list[bytes] = []
    place = 0
    try:
        while place < len(data):
            (length,) = _LENGTH.unpack_from(data, place)
            place += _LENGTH.size
            parts.append(data[place : place + length])
            place += length
        return _value(json.loads(parts[0]), parts)
    except (IndexError, KeyError, ValueError, struct.error) as error:
        raise DataLossError(
            None, None, f"This is not the state of an iterator: {error}"
        ) from None


_CONTAINERS: Final[dict[str, Any]] = {"list": list, "tuple": tuple, "set": set}


def _value(plain: Any, parts: list[bytes]) -> Any:
    if not isinstance(plain, dict):
        return plain
    ((kind, inside),) = plain.items()
    if kind == "dict":
        return {_value(k, parts): _value(v, parts) for k, v in inside}
    if kind in _CONTAINERS:
        return _CONTAINERS[kind](_value(each, parts) for each in inside)
    if kind == "window":
        elements, types, sizes = _value(inside, parts)
        return WindowContents(
            elements, list(map(as_dtype, types)), list(map(Shape, sizes))
        )
    if kind == "saved":
        path, types, sizes, compression = _value(inside, parts)
        attrs = {
            "output_types": list(map(as_dtype, types)),
            "output_shapes": list(map(Shape, sizes)),
        }
        return reader_of_shard(path, attrs, compression)
    if kind == "ragged":
        return RaggedValue(*_value(inside, parts))
    if kind == "dataset":
        data, types, sizes = _value(inside, parts)
        attrs = {
            "output_types": list(map(as_dtype, types)),
            "output_shapes": list(map(Shape, sizes)),
        }
        return stage_of_message(data, attrs)
    if kind == "bytes":
        return parts[inside]
    if kind == "objects":
        shape, items = inside
        array = np.empty(len(items), object)
        array[:] = [_value(each, parts) for each in items]
        return array.reshape(shape)
    array = np.load(io.BytesIO(parts[inside]), allow_pickle=False)
    return array[()] if kind == "scalar" else array
