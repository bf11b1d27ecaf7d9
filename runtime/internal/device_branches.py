"""``tf.__internal__.execute_fn_for_device``: code for the device that computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def execute_fn_for_device(
    device_branch_fns: Mapping[str, Callable[[], Any]],
    default_fn: Callable[[], Any],
    name: str = "execute_fn",
) -> Any:
    """The result of the function for the CPU, or of the default without one.

    >>> tf.__internal__.execute_fn_for_device({"GPU": lambda: 1}, lambda: 2)
    2
    """
    by_type = {key.upper(): function for key, function in device_branch_fns.items()}
    return by_type.get("CPU", default_fn)()
