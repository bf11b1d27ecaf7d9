"""The in-memory cache of machine code; a function keeps its code alive.

The most recently used code stays a little longer, up to a number of bytes: a function
that is defined again and again in a loop finds its code.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final
from weakref import WeakValueDictionary

KEPT_BYTES: Final = 1 << 25
"""Of code that no function may use any more."""
_OVERHEAD: Final = 1 << 17
"""Bytes that LLVM allocates for a piece of code besides the code."""


class Code:
    """Machine code in memory; it stays as long as this object does."""

    def __init__(self, addresses: dict[str, int], tracker: Any, size: int = 0) -> None:
        self.addresses = addresses
        self.bytes = size + _OVERHEAD
        """About the memory that it takes."""
        self._tracker = tracker


class CodeCache:
    """Code by the digest of its text.

    >>> cache = CodeCache()
    >>> cache.add("digest", Code({"entry": 1}, None))
    >>> cache.find("digest").addresses
    {'entry': 1}
    """

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self.kept_bytes = kept_bytes
        self._used: WeakValueDictionary[str, Code] = WeakValueDictionary()
        self._latest: OrderedDict[str, Code] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._used)

    def find(self, digest: str) -> Code | None:
        """The code, if it is in memory."""
        found = self._used.get(digest)
        if found is not None:
            self._keep(digest, found)
        return found

    def add(self, digest: str, code: Code) -> None:
        """Adds code; the least recently used code may be evicted."""
        self._used[digest] = code
        self._keep(digest, code)

    def _keep(self, digest: str, code: Code) -> None:
        if digest not in self._latest:
            self._latest[digest] = code
            self._bytes += code.bytes
        self._latest.move_to_end(digest)
        while self._bytes > self.kept_bytes:
            _, oldest = self._latest.popitem(last=False)
            self._bytes -= oldest.bytes

    def clear(self) -> None:
        """Removes all entries; functions keep the code that they use alive."""
        self._used.clear()
        self._latest.clear()
        self._bytes = 0


__all__ = ["KEPT_BYTES", "Code", "CodeCache"]
