"""Reference counts: whether an array has one owner, so that its memory may be reused.

CPython's reference counts are read only to save memory: where the answer is no, the
same values are computed in new memory.
"""

from __future__ import annotations

import sys
from typing import Any, Final

_HAS_LOCK: Final = getattr(sys, "_is_gil_enabled", lambda: True)()
references: Final = sys.getrefcount
"""To be called with the variable itself: a call in between holds the array too."""


def _references_of_a_variable() -> int:
    array: list[Any] = []
    return references(array)


SOLE: Final = _references_of_a_variable() if _HAS_LOCK else 0
"""What ``references(array)`` is at most if a local variable holds the array alone."""
