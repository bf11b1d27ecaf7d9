"""`SecondOrStepTimer`: whether it is time again, by the clock or by steps."""

from __future__ import annotations

import time


class SecondOrStepTimer:
    """Triggers every so many seconds, or every so many steps.

    >>> timer = tf.compat.v1.train.SecondOrStepTimer(every_steps=2)
    >>> due = []
    >>> for step in range(5):
    ...     if timer.should_trigger_for_step(step):
    ...         _ = timer.update_last_triggered_step(step)
    ...         due.append(step)
    >>> due
    [0, 2, 4]

    Raises:
      ValueError: for both arguments, or none.
    """

    def __init__(
        self, every_secs: float | None = None, every_steps: int | None = None
    ) -> None:
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._every_secs, self._every_steps = every_secs, every_steps
        self.reset()

    def reset(self) -> None:
        """Triggers at the next step, whichever it is."""
        self._last_step: int | None = None
        self._last_time = 0.0

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time at a step."""
        if self._last_step is None:
            return True
        if step == self._last_step:
            return False
        if self._every_secs is not None:
            return time.monotonic() >= self._last_time + self._every_secs
        return step >= self._last_step + (self._every_steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Notes a step; returns the seconds and steps since the one before, or None."""
        now = time.monotonic()
        seconds, steps = None, None
        if self._last_step is not None:
            seconds, steps = now - self._last_time, step - self._last_step
        self._last_time, self._last_step = now, step
        return seconds, steps

    def last_triggered_step(self) -> int | None:
        """The step that was noted last, or None."""
        return self._last_step


__all__ = ["SecondOrStepTimer"]
