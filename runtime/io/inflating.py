"""Reads zlib and gzip files; of a damaged file, all content before the damage."""

from __future__ import annotations

import zlib
from typing import IO, Final

_COMPRESSED: Final = 1 << 16
"""Bytes of the file that are read at once."""

_GZIP: Final = 31
"""What zlib calls the format of gzip, with a window of any size."""


class InflatedFile:
    """The content of a compressed file, from its beginning.

    Content before a damage can be read; reads after it raise the error.
    """

    def __init__(self, file: IO[bytes], compression: str) -> None:
        self._file = file
        self._format = _GZIP if compression == "GZIP" else zlib.MAX_WBITS
        self._inflate = zlib.decompressobj(self._format)
        self._ready = b""
        self._failure: Exception | None = None
        self._is_begun = False

    def read(self, count: int) -> bytes:
        """The next ``count`` bytes, or fewer at the end or before a damage.

        Raises:
          EOFError: where a gzip file ends too early.
          zlib.error: for data that is damaged, or compressed otherwise.
        """
        parts = [self._ready]
        missing = count - len(self._ready)
        while missing > 0 and self._failure is None:
            data = self._file.read(_COMPRESSED)
            if not data:
                self._end()
                break
            parts.append(self._inflated(data))
            missing -= len(parts[-1])
        found = b"".join(parts)
        if not found and self._failure is not None:
            raise self._failure
        self._ready = found[count:]
        return found[:count]

    def _end(self) -> None:
        is_cut = self._is_begun and not self._inflate.eof
        if is_cut and self._format == _GZIP:
            self._failure = EOFError("the compressed file ends too early")

    def _inflated(self, data: bytes) -> bytes:
        """The content of the next bytes of the file, and of what follows its end."""
        parts = []
        while data:
            self._is_begun = True
            before = self._inflate.copy()
            try:
                parts.append(self._inflate.decompress(data))
            except zlib.error as error:
                self._failure = error
                parts.append(_salvaged(before, data))
                break
            data = self._inflate.unused_data
            if self._inflate.eof:
                data = self._next_member(data)
        return b"".join(parts)

    def _next_member(self, data: bytes) -> bytes:
        """Begins with what follows; gzip files may be many in one, padded by zeros."""
        rest = data.lstrip(b"\0") if self._format == _GZIP else b""
        if rest:
            self._inflate = zlib.decompressobj(self._format)
        return rest

    def __enter__(self) -> InflatedFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _salvaged(inflate: zlib._Decompress, data: bytes) -> bytes:
    """What can be read of data that is damaged somewhere."""
    found = []
    try:
        for place in range(len(data)):
            found.append(inflate.decompress(data[place : place + 1]))
    except zlib.error:
        pass  # the place of the damage; the caller has the error
    return b"".join(found)
