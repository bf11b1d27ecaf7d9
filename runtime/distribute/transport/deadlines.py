"""Deadlines: how long a call may wait for other processes."""

from __future__ import annotations

import time
from typing import Final


class Deadline:
    """A moment that a wait may not pass; none with ``None`` or 0 seconds.

    >>> Deadline(None).remaining() is None, Deadline(3600.0).is_over()
    (True, False)
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None) -> None:
        self.seconds: Final = seconds or None
        self._end = None if not seconds else time.monotonic() + seconds

    def remaining(self) -> float | None:
        """The seconds that are left, at least 0; None without a deadline."""
        if self._end is None:
            return None
        return max(0.0, self._end - time.monotonic())

    def is_over(self) -> bool:
        """Whether the moment has passed."""
        return self.remaining() == 0.0
