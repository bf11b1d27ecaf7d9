"""Element-wise operations on large eager arrays, in reused memory.

Threads do not help here: one operation is over before a second thread has woken up.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import new_array

LEAST_BYTES: Final = 1 << 23
"""Smaller memory comes back from the allocator without page faults."""


def compute_large(kernel: Any, x: Any, y: Any, dtype: Any) -> Any:
    """``kernel(x, y)``, of which ``x`` is large; ``dtype`` is NumPy's of the result.

    >>> x = np.ones(3_000_000, np.float32)
    >>> compute_large(np.add, x, np.float32(1), x.dtype)[-1]
    np.float32(2.0)
    """
    if type(kernel) is not np.ufunc or (np.ndim(y) and x.shape != y.shape):
        return kernel(x, y)
    return kernel(x, y, out=new_array(x.shape, dtype))
