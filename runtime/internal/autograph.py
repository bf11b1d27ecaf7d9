"""`tf.__internal__.autograph`: conversion on behalf of a caller."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import autograph
from runtime.context import executing_eagerly


class Status(Enum):
    """Whether calls are converted."""

    UNSPECIFIED = 0
    ENABLED = 1
    DISABLED = 2


class ControlStatus:
    """The conversion status of the current context."""

    def __init__(self, status: Status) -> None:
        self.status = status
        self.options = None


def control_status_ctx() -> ControlStatus:
    """The conversion status of the current context: enabled while code is traced.

    >>> tf.__internal__.autograph.control_status_ctx().status.name
    'UNSPECIFIED'
    """
    return ControlStatus(Status.UNSPECIFIED if executing_eagerly() else Status.ENABLED)


def tf_convert(
    f: Callable[..., Any],
    ctx: ControlStatus,
    convert_by_default: bool = True,
    user_requested: bool = False,
) -> Callable[..., Any]:
    """The function, converted when it is called, unless the status says otherwise."""
    is_wanted = ctx.status is Status.ENABLED or (
        ctx.status is Status.UNSPECIFIED and convert_by_default
    )
    if not is_wanted:
        plain: Callable[..., Any] = autograph.do_not_convert(f)
        return plain
    from runtime.autograph_operators import install

    install()
    convert = autograph.convert(recursive=True, user_requested=user_requested)
    converted: Callable[..., Any] = convert(f)
    return converted


__all__ = ["control_status_ctx", "tf_convert"]
