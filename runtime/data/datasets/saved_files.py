"""Saving and loading the elements of a dataset, in TensorFlow's format.

A folder has the spec of the elements, the metadata, and files for each shard; the
metadata is written last, so a folder without it is incomplete, and made anew.
"""

from __future__ import annotations

import os
import time
from typing import Any, Final

from graphir.disk.folder_swaps import folder_to_fill
from graphir.disk.fresh_files import write_whole
from graphir.dtypes import as_dtype, int64, string
from graphir.errors import DataLossError, NotFoundError, ParseError
from graphir.shapes import SCALAR, Shape
from graphir.wire import messages
from runtime.apply import apply_op
from runtime.context import executing_eagerly
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.variants import dataset_variant, list_attrs, text
from runtime.data.elements.specs import DatasetSpec
from runtime.data.elements.structures import (
    component_attrs,
    is_structure,
    parts_of,
)
from runtime.data.functions.staged_function import StagedFunction, unpacked
from runtime.data.snapshots.distributed import compression_of_chunks
from runtime.data.snapshots.layout import METADATA, SPEC
from runtime.saved_model.structures import read_structure, written_structure
from runtime.signatures.trace_types import TensorSpec
from runtime.stateful_kernels.files import refused

_PAUSE: Final = 0.1
"""Seconds between looks for a folder that others are writing."""


def save_elements(dataset: Any, path: str, compression: Any, shard_func: Any) -> None:
    """Writes every element to the file of its shard.

    A dataset that is in the folder already can be read until the new one is
    complete. In a traced function the elements are written when the graph runs.

    Raises:
      InvalidArgumentError: if ``shard_func`` does not return an int64 scalar.
      UnimplementedError: for elements that cannot be stored in files.
    """
    is_there = executing_eagerly() and os.path.exists(os.path.join(path, METADATA))
    try:
        with folder_to_fill(path, is_there, last=METADATA) as place:
            _write_elements(dataset, place, compression, shard_func)
    except OSError as error:
        raise refused(error, path) from None


def _write_elements(dataset: Any, path: str, compression: Any, shard_func: Any) -> None:
    spec = dataset.element_spec
    message = written_structure(spec)
    function = StagedFunction(
        shard_func or _first_shard, "Dataset.save", unpacked(spec)
    )
    inputs = [dataset.variant, text(path, "path"), function.captured]
    attrs = {
        "compression": _encoded(compression),
        "shard_func": function.attribute(),
        "use_shard_func": shard_func is not None,
        **list_attrs("SaveDataset", inputs),
    }
    os.makedirs(path, exist_ok=True)
    write_whole(os.path.join(path, SPEC), message.SerializeToString())
    apply_op("SaveDataset", inputs, attrs)


def _first_shard(*_: Any) -> Any:
    import numpy as np

    return np.int64(0)


def _encoded(compression: Any) -> bytes:
    return str(compression or "").encode()


def plain_spec(spec: Any) -> Any:
    """The spec of elements as JSON has it; `spec_of_plain` reads it."""
    if isinstance(spec, TensorSpec):
        return {
            "shape": spec.shape.as_list() if spec.shape.rank is not None else None,
            "dtype": spec.dtype.name,
        }
    if isinstance(spec, dict):
        return {"keys": list(spec), "parts": [plain_spec(spec[key]) for key in spec]}
    return (
        {"parts": [plain_spec(each) for each in parts_of(spec)]}
        if is_structure(spec)
        else {"none": True}
    )


def spec_of_plain(plain: Any) -> Any:
    """The spec that `plain_spec` wrote."""
    from runtime.data.elements.specs import NoneTensorSpec

    if "dtype" in plain:
        return TensorSpec(Shape(plain["shape"]), as_dtype(plain["dtype"]))
    if "none" in plain:
        return NoneTensorSpec()
    parts = [spec_of_plain(each) for each in plain["parts"]]
    return dict(zip(plain["keys"], parts)) if "keys" in plain else tuple(parts)


def load_elements(
    path: str, spec: Any, compression: Any, reader_func: Any, wait: bool = False
) -> Any:
    """The elements in a folder, as a function of the dataset of shards reads them.

    With ``wait`` others may have yet to write them: whole folders are waited for,
    chunks of several processes are read while they write more.

    Raises:
      NotFoundError: if there are none, or they are incomplete.
    """
    while wait and not os.path.exists(os.path.join(path, METADATA)):
        time.sleep(_PAUSE)
    if spec is None:
        spec = _read_spec(path)
    in_chunks = _compression_of_chunks(path)
    if in_chunks is not None:
        return _load_chunks(path, spec, in_chunks, reader_func or _in_turns)
    function = _reader(reader_func, spec, "Dataset.load")
    attrs = {
        **component_attrs(spec),
        "compression": _encoded(compression),
        "reader_func": function.attribute(),
    }
    inputs = [text(path, "path"), function.captured]
    variant = dataset_variant("LoadDataset", inputs, attrs)
    return dataset_of(spec, variant, "_LoadDataset")


def _compression_of_chunks(path: str) -> str | None:
    try:
        return compression_of_chunks(path)
    except FileNotFoundError:
        return None  # nothing is complete, as the stage says when it is read


def _load_chunks(path: str, spec: Any, compression: str, reader_func: Any) -> Any:
    attrs = component_attrs(spec)
    name = TensorSpec(SCALAR, string)
    inputs = [text(path, "snapshot_path")]
    listed = {"output_types": [string], "output_shapes": [SCALAR]}
    chunks = dataset_of(
        name, dataset_variant("ListSnapshotChunksDataset", inputs, listed)
    )

    def elements(chunk: Any) -> Any:
        given = {**attrs, "compression": _encoded(compression)}
        return dataset_of(spec, dataset_variant("SnapshotChunkDataset", [chunk], given))

    return reader_func(chunks.map(elements))


def _read_spec(path: str) -> Any:
    name = os.path.join(path, SPEC)
    try:
        with open(name, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise NotFoundError(
            None, None, f"tf.data snapshot element_spec file not found: {name}."
        ) from None
    try:
        return read_structure(messages.parse("StructuredValue", data))
    except (ParseError, TypeError, ValueError, NotImplementedError) as error:
        raise DataLossError(None, None, f"{name} is damaged: {error}") from None


def _reader(reader_func: Any, spec: Any, role: str) -> StagedFunction:
    """The function that makes one dataset of those of the shards."""
    inner = DatasetSpec(spec)
    return StagedFunction(reader_func or _in_turns, role, [DatasetSpec(inner)])


def _in_turns(shards: Any) -> Any:
    """An element of each shard at a time."""
    return shards.interleave(
        lambda shard: shard, cycle_length=os.cpu_count() or 1, num_parallel_calls=-1
    )


def snapshot_of(
    dataset: Any, path: str, compression: Any, reader_func: Any, shard_func: Any
) -> Any:
    """The elements, which the first epoch writes to files and later epochs read.

    Raises:
      TypeError: if ``shard_func`` does not return an integer scalar.
    """
    given = dataset if shard_func is not None else dataset.enumerate()
    spec = given.element_spec
    shard = StagedFunction(
        shard_func or _shard_of_number, "Dataset.snapshot", unpacked(spec)
    )
    _check_shard(shard.output_spec)
    reader = _reader(reader_func, spec, "Dataset.snapshot")
    attrs = {
        **component_attrs(spec),
        "compression": _encoded(compression),
        "reader_func": reader.attribute(),
        "shard_func": shard.attribute(),
    }
    inputs = [given.variant, text(path, "path"), reader.captured, shard.captured]
    variant = dataset_variant("SnapshotDatasetV2", inputs, attrs)
    made = dataset_of(spec, variant, "_SnapshotDataset")
    return made if shard_func is not None else made.map(_without_number)


def _shard_of_number(number: Any, _: Any) -> Any:
    return number % (os.cpu_count() or 1)


def _without_number(_: Any, element: Any) -> Any:
    return element


def _check_shard(spec: Any) -> None:
    if spec in (TensorSpec(SCALAR, int64), TensorSpec(SCALAR, as_dtype("int32"))):
        return
    raise TypeError(
        "Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but "
        f"its return type is {spec}."
    )
