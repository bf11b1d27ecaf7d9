"""Faults that are planted, to see that the harness finds them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from tests.fuzz.kinds import Kind, Steps


def make(number: int) -> Steps:
    """Steps of which one is at fault."""
    return (
        ["nothing"] * 3
        + [("nothing", "wrong", "die", "raise")[number % 4]]
        + ["nothing"] * 4
    )


def run(steps: Steps, folder: Path) -> str | None:
    """Does what the steps say."""
    if "die" in steps:
        os.abort()
    if "raise" in steps:
        raise LookupError("planted")
    while "hang" in steps:
        time.sleep(1)
    while "compute" in steps:
        pass
    return "wrong: planted" if "wrong" in steps else None


KIND: Final = Kind(make, run)
