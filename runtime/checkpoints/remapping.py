"""Kernels that take rows of a checkpoint to the lines of another vocabulary."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import float32
from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import text_of
from graphir.ops.state import warm_starts as ops
from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.kernels import restored
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.files import path_of, refused


def _lines(file: Any) -> list[bytes]:
    name = path_of(file)
    try:
        return Path(name).read_bytes().splitlines()
    except OSError as error:
        raise refused(error, name) from None


@kernel_factory(ops.GenerateVocabRemapping)
def _remapping(attrs: Mapping[str, Attr]) -> Kernel:
    first, count = attrs["new_vocab_offset"], attrs["num_new_vocab"]
    size = attrs["old_vocab_size"]

    def remap(new_vocab_file: Any, old_vocab_file: Any) -> tuple[Any, Any]:
        old = _lines(old_vocab_file)
        places = {
            word: line for line, word in enumerate(old[:size] if size >= 0 else old)
        }
        new = _lines(new_vocab_file)[first : first + count]
        if len(new) < count:
            raise InvalidArgumentError(
                None,
                None,
                f"{os.fsdecode(text_of(new_vocab_file, 'new_vocab_file'))} has "
                f"{len(new)} words from line {first} on, not {count}.",
            )
        found = np.array([places.get(word, -1) for word in new], np.int64)
        return found, np.int32((found >= 0).sum())

    return remap


@kernel_factory(ops.LoadAndRemapMatrix)
def _matrix(attrs: Mapping[str, Attr]) -> Kernel:
    shape = attrs["num_rows"], attrs["num_cols"]

    def load(ckpt_path: Any, name: Any, rows: Any, columns: Any, initial: Any) -> Any:
        _check(rows, columns, shape)
        reader = open_checkpoint(path_of(ckpt_path))
        try:
            key = text_of(name, "old_tensor_name").decode()
            old = restored(reader, key, "", float32)
        finally:
            reader.close()
        if old.ndim != 2:
            raise InvalidArgumentError(
                None, None, f"Old tensor must have rank 2; {key} has {old.ndim}."
            )
        every_column = np.arange(old.shape[1]) if not len(columns) else columns
        present = np.outer(rows >= 0, every_column >= 0)
        missing = int((~present).sum())
        if np.size(initial) != missing:
            raise InvalidArgumentError(
                None,
                None,
                "Number of values in initializing_values does not match the number "
                f"of elements without one: {np.size(initial)} vs {missing}",
            )
        found = np.empty(shape, np.float32)
        found[present] = old[np.ix_(rows, every_column)][present]
        found[~present] = np.ravel(initial)
        return found

    return load


def _check(rows: Any, columns: Any, shape: tuple[int, int]) -> None:
    if np.shape(rows) != (shape[0],):
        raise InvalidArgumentError(
            None, None, f"Size of row_remapping must be {shape[0]}: {np.shape(rows)}"
        )
    if len(columns) and len(columns) != shape[1]:
        raise InvalidArgumentError(
            None, None, f"Size of col_remapping must be 0 or {shape[1]}: {len(columns)}"
        )
    for name, each in (("row_remapping", rows), ("col_remapping", columns)):
        used = each[each >= 0]
        if len(np.unique(used)) < len(used):
            raise UnimplementedError(
                None, None, f"{name} has an old place twice: {each.tolist()}"
            )
