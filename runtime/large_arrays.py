"""Element-wise work on large eager arrays: in memory used before, shared by threads."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.array_pool import new_array
from graphir.threads import in_parts

LEAST_BYTES: Final = 1 << 18
"""From here on a fresh result costs more in page faults than the pool in looking."""
PART: Final = 1 << 16
"""Elements that a thread takes at once."""


def compute_large(kernel: Any, x: Any, y: Any, dtype: Any) -> Any:
    """``kernel(x, y)``, of which ``x`` is large; ``dtype`` is NumPy's of the result.

    >>> x = np.ones(100_000, np.float32)
    >>> compute_large(np.add, x, np.float32(1), x.dtype)[-1]
    np.float32(2.0)
    """
    number = not np.ndim(y)
    if type(kernel) is not np.ufunc or kernel.nout != 1:
        return kernel(x, y)
    if not (number or x.shape == y.shape):
        return kernel(x, y)
    result = new_array(x.shape, dtype)
    arrays = (x, result) if number else (x, y, result)
    if not all(each.flags.c_contiguous for each in arrays):
        return kernel(x, y, out=result)
    first, last = x.reshape(-1), result.reshape(-1)
    second = None if number else y.reshape(-1)

    def part(start: int, stop: int) -> None:
        other = y if second is None else second[start:stop]
        kernel(first[start:stop], other, out=last[start:stop])

    in_parts(part, x.size, PART)
    return result
