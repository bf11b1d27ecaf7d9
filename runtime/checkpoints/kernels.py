"""Importing this attaches the kernels of ops that save and restore by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.state import checkpoint_files as ops
from runtime.bundles.bundle_writer import SavedTensor, make_folder, write_bundle
from runtime.bundles.earlier_files import write_earlier
from runtime.bundles.merging import merge_bundles
from runtime.bundles.opening import Reader, open_checkpoint
from runtime.bundles.slice_specs import slice_spec
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.confinement import check_path
from runtime.stateful_kernels.files import path_of


def _texts(value: Any) -> list[str]:
    every = np.asarray(value, object).ravel().tolist()
    return [each.decode("utf-8", "surrogateescape") for each in every]


def _saved(
    names: Sequence[str], slices: Sequence[str], dtypes: Any, arrays: Sequence[Any]
) -> Iterator[SavedTensor]:
    if not len(names) == len(slices) == len(arrays):
        raise InvalidArgumentError(
            None,
            None,
            f"Got {len(names)} tensor_names and {len(slices)} shape_and_slices, but "
            f"{len(arrays)} tensors.",
        )
    for name, text, dtype, array in zip(names, slices, dtypes, arrays):
        if not text:
            yield SavedTensor(name, dtype, array)
            continue
        spec = slice_spec(text)
        if spec.shape != np.shape(array):
            raise InvalidArgumentError(
                None,
                None,
                f"Slice in shape_and_slice specification does not match the shape of "
                f"the tensor to save: {text}, tensor: {list(np.shape(array))}",
            )
        yield SavedTensor(name, dtype, array, spec.whole, spec.extents)


@kernel_factory(ops.SaveV2)
def _save(attrs: Mapping[str, Attr]) -> Kernel:
    def save(prefix: Any, names: Any, slices: Any, *arrays: Any) -> None:
        path = path_of(prefix)
        make_folder(path)
        every = _saved(_texts(names), _texts(slices), attrs["dtypes"], arrays)
        write_bundle(path, every)

    return save


@kernel_factory(ops.SaveSlices)
def _save_slices(attrs: Mapping[str, Attr]) -> Kernel:
    def save(filename: Any, names: Any, slices: Any, *arrays: Any) -> None:
        every = _saved(_texts(names), _texts(slices), attrs["T"], arrays)
        write_earlier(path_of(filename), every)

    return save


@kernel_factory(ops.Save)
def _save_whole(attrs: Mapping[str, Attr]) -> Kernel:
    def save(filename: Any, names: Any, *arrays: Any) -> None:
        keys = _texts(names)
        every = _saved(keys, [""] * len(keys), attrs["T"], arrays)
        write_earlier(path_of(filename), every)

    return save


@kernel_factory(ops.MergeV2Checkpoints)
def _merge(attrs: Mapping[str, Attr]) -> Kernel:
    deletes = bool(attrs.get("delete_old_dirs", True))

    def merge(prefixes: Any, target: Any) -> None:
        sources = list(map(os.fsdecode, np.asarray(prefixes, object).ravel()))
        for each in sources:
            check_path(attrs, each, "writes")
        merge_bundles(sources, path_of(target), deletes)

    return merge


def restored(reader: Reader, name: str, text: str, dtype: DType) -> Any:
    """A tensor of a checkpoint, or the slice of it that a text describes.

    Raises:
      NotFoundError: if there is no tensor of that name.
      InvalidArgumentError: for another dtype, or a slice of another shape.
    """
    found = reader.dtype(name)
    if found is not dtype.base_dtype:
        raise InvalidArgumentError(
            None,
            None,
            f"tensor_name = {name}; expected dtype {dtype.signature_name} does not "
            f"equal original dtype {found.signature_name}",
        )
    if not text:
        return reader.read(name)
    spec = slice_spec(text)
    if spec.whole != reader.shape(name):
        raise InvalidArgumentError(
            None,
            None,
            f"Shape in shape_and_slice spec {list(spec.whole)} does not match the "
            f"shape stored in checkpoint: {list(reader.shape(name))}",
        )
    return reader.read_part(name, spec.place)


@kernel_factory(ops.RestoreV2)
def _restore(attrs: Mapping[str, Attr]) -> Kernel:
    def restore(prefix: Any, names: Any, slices: Any) -> list[Any]:
        reader = open_checkpoint(path_of(prefix))
        rows = list(zip(_texts(names), _texts(slices), attrs["dtypes"]))
        _check_counts(names, slices, len(attrs["dtypes"]))
        try:
            return [restored(reader, *row) for row in rows]
        finally:
            reader.close()

    return restore


def _check_counts(names: Any, slices: Any, count: int) -> None:
    for given, what in ((names, "tensor names"), (slices, "tensor slices")):
        found = np.size(given)
        if found != count:
            raise InvalidArgumentError(
                None, None, f"Got {found} {what}, but {count} expected dtypes."
            )


def _restore_one(attrs: Mapping[str, Attr]) -> Callable[..., Any]:
    def restore(prefix: Any, name: Any, text: Any = b"") -> Any:
        reader = open_checkpoint(path_of(prefix))
        try:
            [key], [part] = _texts(name), _texts(text)
            return restored(reader, key, part, attrs["dt"])
        finally:
            reader.close()

    return restore


kernel_factory(ops.Restore)(_restore_one)
kernel_factory(ops.RestoreSlice)(_restore_one)
