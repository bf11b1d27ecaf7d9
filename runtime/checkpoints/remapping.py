"""Kernels that take rows of a checkpoint to the lines of another vocabulary."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import float32
from graphir.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    UnimplementedError,
)
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import text_of
from graphir.ops.state import warm_starts as ops
from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.kernels import restored
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.files import path_of, refused


def _words(file: Any, size: int = -1) -> list[bytes]:
    """The lines of a vocabulary: the first ``size``, or all."""
    name = path_of(file)
    try:
        text = Path(name).read_bytes()
    except OSError as error:
        raise refused(error, name) from None
    # other ends of lines are parts of words
    found = [each.removesuffix(b"\r") for each in text.removesuffix(b"\n").split(b"\n")]
    if not text:
        found = []
    if len(found) < size:
        raise _invalid(f"Invalid vocab_size in {name}: {size} of {len(found)} words.")
    if size >= 0:
        del found[size:]
    if b"" in found:
        raise _invalid(f"Line {found.index(b'')} of {name} is empty.")
    return found


def _places(words: list[bytes]) -> dict[bytes, int]:
    """The lines of words."""
    found: dict[bytes, int] = {}
    for line, word in enumerate(words):
        if found.setdefault(word, line) != line:
            raise FailedPreconditionError(
                None, None, f"{word!r} is in lines {found[word]} and {line}."
            )
    return found


def _invalid(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


@kernel_factory(ops.GenerateVocabRemapping)
def _remapping(attrs: Mapping[str, Attr]) -> Kernel:
    first, count = attrs["new_vocab_offset"], attrs["num_new_vocab"]
    size = attrs["old_vocab_size"]

    def remap(new_vocab_file: Any, old_vocab_file: Any) -> tuple[Any, Any]:
        places = _places(_words(old_vocab_file, size))
        new = _words(new_vocab_file)
        if len(new) < first + count:
            raise _invalid(
                f"{path_of(new_vocab_file)} has {len(new)} words, and not {count} "
                f"from line {first} on."
            )
        used = new[first : first + count]
        found = np.array([places.get(word, -1) for word in used], np.int64)
        return found, np.int32((found >= 0).sum())

    return remap


@kernel_factory(ops.LoadAndRemapMatrix)
def _matrix(attrs: Mapping[str, Attr]) -> Kernel:
    shape = attrs["num_rows"], attrs["num_cols"]

    def load(ckpt_path: Any, name: Any, rows: Any, columns: Any, initial: Any) -> Any:
        _check(rows, columns, shape)
        reader = open_checkpoint(path_of(ckpt_path))
        try:
            key = os.fsdecode(text_of(name, "old_tensor_name"))
            old = restored(reader, key, "", float32)
        finally:
            reader.close()
        if old.ndim != 2:
            raise _invalid(f"Old tensor must have rank 2; {key} has {old.ndim}.")
        if not len(columns) and old.shape[1] != shape[1]:
            raise _invalid(f"{key} has {old.shape[1]} columns, and not {shape[1]}.")
        every_column = columns if len(columns) else np.arange(shape[1])
        for each, size in zip((rows, every_column), old.shape):
            if np.any(each >= size):
                raise _invalid(f"{key} of shape {old.shape} has no place {each.max()}.")
        row_kept, column_kept = rows >= 0, every_column >= 0
        present = np.outer(row_kept, column_kept)
        missing = int((~present).sum())
        if np.size(initial) != missing:
            raise _invalid(
                "Number of values in initializing_values does not match the number "
                f"of elements without one: {np.size(initial)} vs {missing}"
            )
        found = np.empty(shape, np.float32)
        places = np.ix_(rows[row_kept], every_column[column_kept])
        found[np.ix_(row_kept, column_kept)] = old[places]
        found[~present] = np.ravel(initial)
        return found

    return load


def _check(rows: Any, columns: Any, shape: tuple[int, int]) -> None:
    if np.shape(rows) != (shape[0],):
        raise _invalid(f"Size of row_remapping must be {shape[0]}: {np.shape(rows)}")
    if np.shape(columns) not in ((0,), (shape[1],)):
        raise _invalid(
            f"Size of col_remapping must be 0 or {shape[1]}: {np.shape(columns)}"
        )
    for name, each in (("row_remapping", rows), ("col_remapping", columns)):
        used = each[each >= 0]
        if len(np.unique(used)) < len(used):
            raise UnimplementedError(
                None, None, f"{name} has an old place twice: {each.tolist()}"
            )
