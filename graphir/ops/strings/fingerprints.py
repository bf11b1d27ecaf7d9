"""Fingerprint: a hash of each slice of a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.hashing import fingerprint64
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import text_of
from graphir.shapes import Shape


class Fingerprint(
    Op,
    signature="""
        Fingerprint(data: T, method: string) -> (fingerprint: uint8) | T: type
    """,
):
    """Eight bytes for each slice along the first axis."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape = self.data.shape.with_rank_at_least(1)
        return Shape([shape[0], 8])

    def compute(self, data: Any, method: Any) -> Any:
        if np.ndim(data) < 1:
            raise self.invalid(
                "`data` should have at least one dimension: "
                f"{in_brackets(np.shape(data))}"
            )
        name = text_of(method, "method")
        if name != b"farmhash64":
            raise self.invalid(f"Unsupported fingerprint method: {name.decode()}")
        rows = [fingerprint64(_bytes_of(each)) for each in data]
        return np.array(rows, "<u8").view(np.uint8).reshape(len(data), 8)


def _bytes_of(row: Any) -> bytes:
    if isinstance(row, bytes):
        return row
    if np.asarray(row).dtype != object:
        return np.ascontiguousarray(row).tobytes()
    if row.size == 1:
        return bytes(row.reshape(())[()])
    # several strings: the hashes of each, one behind the other
    return b"".join(
        fingerprint64(each).to_bytes(8, "little") for each in row.ravel().tolist()
    )
