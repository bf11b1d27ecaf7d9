"""Event files read back with our own reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphir.wire import messages
from runtime.io.record_reading import records_of


def events_in(path: Path) -> list[Any]:
    """The Event messages of a file."""
    return [messages.parse("Event", each) for each in records_of(str(path), "")]


def only_file(folder: Path) -> Path:
    """The one file in a folder."""
    [found] = folder.iterdir()
    return found


def without_time(event: Any) -> bytes:
    """The bytes of an event as if it had been at a set time."""
    event.wall_time = 1.0
    content: bytes = event.SerializeToString(deterministic=True)
    return content
