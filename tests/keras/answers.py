"""Where the answers of two sides differ."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

NEAR = 1e-5


def differences(found: Any, recorded: Any, place: str = "") -> Iterator[str]:
    """Where answers differ; numbers by more than 1e-5, by their size above one."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        if found.keys() != recorded.keys():
            yield f"{place}: {sorted(found)} for {sorted(recorded)}"
            return
        for key, each in recorded.items():
            yield from differences(found[key], each, f"{place}/{key}")
    elif isinstance(recorded, list) and isinstance(found, list):
        if len(found) != len(recorded):
            yield f"{place}: {len(found)} for {len(recorded)}"
            return
        for i, each in enumerate(recorded):
            yield from differences(found[i], each, f"{place}/{i}")
    elif isinstance(recorded, float) and isinstance(found, float):
        if not is_near(found, recorded):
            yield f"{place}: {found} for {recorded}"
    elif found != recorded:
        yield f"{place}: {found} for {recorded}"


def is_near(found: float, recorded: float) -> bool:
    if not math.isfinite(recorded):
        return str(found) == str(recorded)
    return abs(found - recorded) <= NEAR * max(1.0, abs(recorded))
