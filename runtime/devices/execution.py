"""Modes of execution; execution is always synchronous.

A setting for asynchronous execution is accepted if it cannot change a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.devices.logical_devices import (
    get_synchronous_execution,
    set_synchronous_execution,
)


@contextmanager
def async_scope() -> Iterator[None]:
    """A context manager that allows asynchronous ops; ops are synchronous anyway.

    Errors are raised where their op is called, not at the end of the scope.

    >>> with tf.experimental.async_scope():
    ...     print(tf.config.experimental.get_synchronous_execution())
    False
    """
    before = get_synchronous_execution()
    set_synchronous_execution(False)
    try:
        yield
    finally:
        set_synchronous_execution(before)


def async_clear_error() -> None:
    """Does nothing: synchronous ops leave no pending errors.

    >>> tf.experimental.async_clear_error()
    """


@contextmanager
def function_executor_type(executor_type: str | None) -> Iterator[None]:
    """A context manager that selects the executor of functions; there is only one.

    >>> with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"):
    ...     print(tf.function(lambda x: x + 1)(tf.constant(1)).numpy())
    2
    """
    yield


def enable_mlir_bridge() -> None:
    """Accepted without effect: functions are never compiled for TPUs.

    >>> tf.config.experimental.enable_mlir_bridge()
    """


def disable_mlir_bridge() -> None:
    """Accepted without effect: functions are never compiled for TPUs.

    >>> tf.config.experimental.disable_mlir_bridge()
    """
