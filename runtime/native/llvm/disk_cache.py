"""The optional disk cache of compiled code, in the folder AUTOGRAPH_JIT_CACHE.

A file is named by a digest of the code's LLVM text, the machine, and the version of
LLVM, and begins with a digest of the rest. What does not fit counts as missing.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

VARIABLE: Final = "AUTOGRAPH_JIT_CACHE"
_MAGIC: Final = b"autograph native 1\n"


def folder() -> Path | None:
    """The cache folder, or None if the cache is off."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def read_object(digest: str) -> bytes | None:
    """The object code stored under a digest; None if it is missing or damaged."""
    place = folder()
    if place is None:
        return None
    try:
        content = (place / f"{digest}.o").read_bytes()
    except OSError:
        return None
    head, code = content[: len(_MAGIC) + 32], content[len(_MAGIC) + 32 :]
    expected = _MAGIC + hashlib.sha256(digest.encode() + code).digest()
    return code if head == expected else None


def write_object(digest: str, code: bytes) -> None:
    """Keeps code; a folder that cannot be written to is passed over."""
    place = folder()
    if place is None:
        return
    checksum = hashlib.sha256(digest.encode() + code).digest()
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=place)
        with os.fdopen(number, "wb") as file:
            file.write(_MAGIC + checksum + code)
        # others see the whole file or none
        os.replace(name, place / f"{digest}.o")
