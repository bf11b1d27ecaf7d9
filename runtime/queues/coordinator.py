"""Coordinator: threads that stop together, at the first error of any of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphir.errors import OutOfRangeError

_LOOK: Final = 1.0
"""Seconds between looks at threads."""


class Coordinator:
    """Lets threads stop together; `join` raises the error of the first that failed.

    Args:
      clean_stop_exception_types: errors that only end the work, by default
        ``OutOfRangeError``.

    >>> import threading
    >>> coordinator = tf.train.Coordinator()
    >>> def work():
    ...     with coordinator.stop_on_exception():
    ...         raise ValueError("broken")
    >>> thread = threading.Thread(target=work)
    >>> thread.start()
    >>> coordinator.join([thread])
    Traceback (most recent call last):
        ...
    ValueError: broken
    """

    def __init__(
        self, clean_stop_exception_types: tuple[type[BaseException], ...] | None = None
    ) -> None:
        self._clean: Any = clean_stop_exception_types or (OutOfRangeError,)
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._error: BaseException | None = None
        self._joined = False
        self._threads: set[threading.Thread] = set()

    def request_stop(self, ex: Any = None) -> None:
        """Requests that all threads stop, optionally because of an error.

        Raises:
          the error, if it comes after `join` and is no clean stop.
        """
        error = ex[1] if isinstance(ex, tuple) else ex
        if error is not None and not isinstance(error, BaseException):
            error = ValueError(error)
        with self._lock:
            is_failure = error is not None and not isinstance(error, self._clean)
            if is_failure and self._joined:
                raise error
            if is_failure and self._error is None and not self._event.is_set():
                self._error = error
            self._event.set()

    def clear_stop(self) -> None:
        """Lets threads run again."""
        with self._lock:
            self._joined = False
            self._error = None
            self._event.clear()

    def should_stop(self) -> bool:
        """Whether threads shall stop."""
        return self._event.is_set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A context manager that turns an error inside into a request to stop."""
        try:
            yield
        except BaseException as error:  # told to all, and raised by join
            self.request_stop(error)

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits for a request to stop; returns whether it came within the timeout."""
        return self._event.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Adds a thread that `join` waits for."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits for ``threads`` and the registered threads.

        Raises:
          RuntimeError: if threads still run ``stop_grace_period_secs`` seconds after
            the requested stop, unless ``ignore_live_threads``.
        """
        with self._lock:
            every = [*self._threads.union(threads or ())]
        while any(each.is_alive() for each in every) and not self.wait_for_stop(0.01):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for each in every:
            while each.is_alive() and time.monotonic() < end:
                each.join(min(_LOOK, max(0.0, end - time.monotonic())))
        running = [each.name for each in every if each.is_alive()]
        with self._lock:
            self._joined = True
            self._threads.clear()
        self.raise_requested_exception()
        if running and not ignore_live_threads:
            raise RuntimeError(
                f"Coordinator stopped with threads still running: {' '.join(running)}"
            )

    @property
    def joined(self) -> bool:
        """Whether `join` has ended."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raises the error with which a stop was requested, if there is one."""
        with self._lock:
            if self._error is not None:
                raise self._error


__all__ = ["Coordinator"]
