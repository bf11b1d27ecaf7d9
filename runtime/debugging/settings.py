"""Debugging switches for traceback filtering and placement logging."""

from __future__ import annotations

from runtime.messages.uncaught import FILTER

_STATE = {"placement": False}


def set_log_device_placement(enabled: bool) -> None:
    """Stores the flag; no placement is logged, since all ops run on one CPU.

    >>> tf.debugging.set_log_device_placement(False)
    """
    _STATE["placement"] = bool(enabled)


def get_log_device_placement() -> bool:
    """The last value of ``set_log_device_placement``.

    >>> tf.debugging.get_log_device_placement()
    False
    """
    return _STATE["placement"]


def enable_traceback_filtering() -> None:
    """Omits frames of this library where an error that nobody catches is shown.

    The functions of `sys` and `threading` that show such errors are replaced, and the
    one of a notebook, unless the program has its own. Under `python -m runtime` that
    is the default.

    >>> import sys, threading
    >>> before = sys.excepthook, threading.excepthook
    >>> tf.debugging.enable_traceback_filtering()
    >>> sys.excepthook, threading.excepthook = before
    """
    FILTER.is_enabled = True
    FILTER.install()


def disable_traceback_filtering() -> None:
    """Shows frames of this library in the tracebacks of uncaught errors too.

    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.is_traceback_filtering_enabled()
    False
    >>> import sys, threading
    >>> before = sys.excepthook, threading.excepthook
    >>> tf.debugging.enable_traceback_filtering()
    >>> sys.excepthook, threading.excepthook = before
    """
    FILTER.is_enabled = False


def is_traceback_filtering_enabled() -> bool:
    """The last setting; on by default.

    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
    return FILTER.is_enabled
