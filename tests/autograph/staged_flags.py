"""A stage that is there and owns nothing that a test uses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autograph import Stage, register_stage, unregister_stage


class _Flag:
    pass


class _Unused(Stage):
    pass


@contextmanager
def staged_flags() -> Iterator[None]:
    """Under it, converted code runs in the form that asks stages."""
    register_stage(_Flag, _Unused())
    try:
        yield
    finally:
        unregister_stage(_Flag)
