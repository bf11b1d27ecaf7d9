"""Out-of-range index vectors: refused, or ignored if the call says so."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets

_POLICIES: Final = (b"", b"DEFAULT", b"ERROR", b"IGNORE")


def usable_vectors(call: Any, vectors: Any, shape: tuple[int, ...], what: str) -> Any:
    """Which index vectors point into the shape, if the call ignores all others: bool,
    the shape of ``vectors`` without its last axis. None if all do.

    Raises:
      InvalidArgumentError: naming the first that does not, or an unknown policy.
    """
    policy = call.bad_indices_policy
    if policy not in _POLICIES:
        raise call.invalid(f"Unknown bad indices handling attribute: {policy.decode()}")
    sizes = np.array(shape[: vectors.shape[-1]], np.int64)
    bad = ((vectors < 0) | (vectors >= sizes)).any(-1)
    if not bad.any():
        return None
    if policy == b"IGNORE":
        return ~bad
    raise _out_of_range(call, vectors, bad, shape, what)


def _out_of_range(
    call: Op, vectors: Any, bad: Any, shape: tuple[int, ...], what: str
) -> Exception:
    where = np.argwhere(bad)[0].tolist()
    return call.invalid(
        f"indices{in_brackets(where) if where else ''} = "
        f"{in_brackets(vectors[tuple(where)].tolist())} does not index into {what} "
        f"{in_brackets(shape)}"
    )


def zeros_like(values: Any, shape: Any) -> Any:
    """Zeros, or empty strings, of the dtype of the values."""
    if values.dtype == object:
        return np.full(shape, b"", object)
    return np.zeros(shape, values.dtype)
