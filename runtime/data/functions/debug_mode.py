"""Debug mode: functions of datasets run as plain Python."""

from __future__ import annotations


class DebugMode:
    """The setting, for all datasets that are made from now on."""

    enabled = False


def enable_debug_mode() -> None:
    """Lets functions of datasets run as Python, so that a debugger stops in them.

    It holds for datasets that are made later.

    >>> tf.data.experimental.enable_debug_mode()
    >>> from runtime.data.functions.debug_mode import DebugMode
    >>> DebugMode.enabled
    True
    >>> DebugMode.enabled = False

    Raises:
      ValueError: while a graph is traced.
    """
    from runtime.context import executing_eagerly

    if not executing_eagerly():
        raise ValueError("`enable_debug_mode() is only supported in eager mode.")
    DebugMode.enabled = True
