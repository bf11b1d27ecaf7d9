"""Names of sharded files: ``base-00001-of-00003``."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import SCALAR, Shape


def _text(text: bytes) -> Any:
    scalar = np.empty((), object)
    scalar[()] = text
    return scalar


class ShardedName(Op):
    """A file name made of a base and numbers."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class ShardedFilename(
    ShardedName,
    signature="""
        ShardedFilename(basename: string, shard: int32, num_shards: int32)
        -> (filename: string)
    """,
):
    """The name of one part."""

    def compute(self, basename: Any, shard: Any, num_shards: Any) -> Any:
        base = np.asarray(basename, object)[()]
        return _text(b"%s-%05d-of-%05d" % (base, int(shard), int(num_shards)))


class ShardedFilespec(
    ShardedName,
    signature="""
        ShardedFilespec(basename: string, num_shards: int32) -> (filename: string)
    """,
):
    """The pattern of the names of all parts."""

    def compute(self, basename: Any, num_shards: Any) -> Any:
        base = np.asarray(basename, object)[()]
        return _text(b"%s-?????-of-%05d" % (base, int(num_shards)))
