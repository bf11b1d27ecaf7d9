"""Saving and loading the elements of a dataset, in a file format of our own.

``metadata.json`` says what the elements are; it is written last, so a folder without it
is incomplete, and made anew.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from graphir.disk.folder_swaps import folder_to_fill
from graphir.disk.fresh_files import write_whole
from graphir.dtypes import as_dtype
from graphir.errors import DataLossError, NotFoundError
from graphir.shapes import Shape
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.sources import Sources
from runtime.data.datasets.variants import dataset_variant, int64, text
from runtime.data.elements.structures import (
    component_attrs,
    flat_components,
    is_structure,
    parts_of,
    to_tensors,
)
from runtime.data.stages.element_files import (
    COMPRESSIONS,
    ElementWriter,
    compression_of,
)
from runtime.signatures.trace_types import TensorSpec
from runtime.stateful_kernels.files import refused

METADATA = "metadata.json"


def save_elements(dataset: Any, path: str, compression: Any, shard_func: Any) -> None:
    """Writes every element to the file of its shard.

    A dataset that is there already can be read until the new one is whole.
    """
    is_there = os.path.exists(os.path.join(path, METADATA))
    try:
        with folder_to_fill(path, is_there, last=METADATA) as place:
            _write_elements(dataset, place, compression, shard_func)
    except OSError as error:
        raise refused(error, path) from None


def _write_elements(dataset: Any, path: str, compression: Any, shard_func: Any) -> None:
    spec = dataset.element_spec
    types = [dtype for dtype, _ in flat_components(spec)]
    kind = compression_of(compression)
    writers: dict[int, ElementWriter] = {}
    try:
        for element in dataset:
            shard = 0 if shard_func is None else int(_called(shard_func, element))
            if shard not in writers:
                writers[shard] = ElementWriter(_shard_path(path, shard), types, kind)
            arrays = tuple(each._array for each in to_tensors(spec, element))
            writers[shard].write(arrays)
    except BaseException:
        for each in writers.values():
            each.give_up()
        raise
    for each in writers.values():
        each.finish()
    _write_metadata(path, spec, kind, sorted(writers))


def _called(function: Any, element: Any) -> Any:
    return function(*element) if type(element) is tuple else function(element)


def _shard_path(path: str, shard: int) -> str:
    return os.path.join(path, f"shard_{shard:05d}.elements")


def _write_metadata(path: str, spec: Any, kind: str, shards: list[int]) -> None:
    os.makedirs(path, exist_ok=True)
    found = {"spec": plain_spec(spec), "compression": kind, "shards": shards}
    write_whole(os.path.join(path, METADATA), json.dumps(found).encode())


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


class SavedElements(NamedTuple):
    """What the metadata of a folder of elements says."""

    spec: Any
    compression: str
    """Of the record files: empty or "GZIP"."""
    shards: list[int]
    """The numbers of the files."""


def read_metadata(path: str) -> SavedElements:
    """The metadata of a folder of elements.

    Raises:
      DataLossError: if it is damaged.
      NotFoundError: if there is none, or it is incomplete.
    """
    try:
        with open(os.path.join(path, METADATA), "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise NotFoundError(
            None, None, f"{path} holds no saved dataset, or one that is incomplete."
        ) from None
    try:
        found = json.loads(data)
        spec, compression = spec_of_plain(found["spec"]), found["compression"]
        shards = [int(each) for each in found["shards"]]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _damaged(path, str(error)) from error
    if compression not in COMPRESSIONS.values():
        raise _damaged(path, f"no compression {compression!r} is known")
    return SavedElements(spec, compression, shards)


def _damaged(path: str, why: str) -> DataLossError:
    name = os.path.join(path, METADATA)
    return DataLossError(None, None, f"{name} is damaged: {why}")


def load_elements(path: str, spec: Any, compression: Any, reader_func: Any) -> Any:
    """The elements in a folder, shard after shard unless a function says otherwise."""
    found = read_metadata(path)
    if spec is None:
        spec = found.spec

    def read(name: Any) -> Any:
        attrs = {
            **component_attrs(spec),
            "compression": found.compression.encode(),
            "version": 2,
        }
        return dataset_of(
            spec,
            dataset_variant(
                "SnapshotDatasetReader", [name, int64(0, "start_index")], attrs
            ),
        )

    names = [_shard_path(path, shard) for shard in found.shards]
    if not names:
        return dataset_of(spec, read(text("", "name")).variant, "_LoadDataset")
    files = Sources.from_tensor_slices(names)
    if reader_func is not None:
        return reader_func(files.map(read))
    whole = files.flat_map(read)
    return dataset_of(spec, whole.variant, "_LoadDataset")


def snapshot_of(
    dataset: Any, path: str, compression: Any, reader_func: Any, shard_func: Any
) -> Any:
    """The elements, kept in a file of the folder when they were read once.

    Raises:
      NotImplementedError: for functions that shard or read: use ``save`` and ``load``.
    """
    if reader_func is not None or shard_func is not None:
        raise NotImplementedError(
            "snapshot takes no reader_func and shard_func here: use Dataset.save and "
            "Dataset.load, which do."
        )
    from runtime.data.datasets.order_methods import OrderMethods

    kept = OrderMethods.cache(dataset, os.path.join(path, "snapshot"))
    return dataset_of(dataset.element_spec, kept.variant, "_MapDataset")
