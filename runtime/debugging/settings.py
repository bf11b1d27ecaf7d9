"""Debugging switches of other runtimes; stored here, without effect."""

from __future__ import annotations

_STATE = {"placement": False, "filtering": True}


def set_log_device_placement(enabled: bool) -> None:
    """Remembers whether placements are to be logged; all ops run on the one CPU.

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
    """Remembers that frames of this library are not wanted in tracebacks.

    >>> tf.debugging.enable_traceback_filtering()
    """
    _STATE["filtering"] = True


def disable_traceback_filtering() -> None:
    """Remembers that frames of this library are wanted in tracebacks.

    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.enable_traceback_filtering()
    """
    _STATE["filtering"] = False


def is_traceback_filtering_enabled() -> bool:
    """The last setting; on by default.

    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
    return _STATE["filtering"]
