"""The truth value of a tensor used as a condition."""

from __future__ import annotations

from typing import Any

import numpy as np


def is_true(value: Any) -> bool:
    """Whether a condition holds: a scalar that is not zero or empty, or any elements.

    >>> is_true(np.int32(2)), is_true(np.zeros(0)), is_true(np.zeros(3))
    (True, False, True)
    """
    if np.ndim(value) == 0:
        return bool(value)
    return bool(np.size(value))


def branch_number(index: Any, count: int) -> int:
    """The branch of a Case: out of range means the last.

    >>> branch_number(np.int32(1), 3), branch_number(np.int32(-1), 3)
    (1, 2)
    """
    number = int(index)
    return number if 0 <= number < count else count - 1
