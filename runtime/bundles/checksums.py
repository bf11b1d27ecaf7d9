"""CRC-32C (RFC 3720, section 12.1), the checksum of record files and checkpoints."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import repeat
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MASK_DELTA: Final = 0xA282EAD8
_PIECE: Final = 1 << 30
"""The native code counts bytes in 31 bits."""


def crc32c(data: Any, before: int = 0) -> int:
    """The CRC-32C checksum of bytes, or of an array of them.

    ``before`` is the checksum of the bytes that precede them.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    >>> hex(crc32c(b"6789", crc32c(b"12345")))
    '0xe3069283'
    """
    if len(data) <= _PIECE:
        checksum: int = _native_extend()(before, data)
        return checksum
    for start in range(0, len(data), _PIECE):
        before = crc32c(data[start : start + _PIECE], before)
    return before


def masked_crc32c(data: Any) -> int:
    """The CRC-32C checksum of bytes, masked (rotated, plus a constant) as in files.

    >>> hex(masked_crc32c(b""))
    '0xa282ead8'
    """
    if len(data) > _PIECE:
        return masked(crc32c(data))
    # records are many and small: their checksums take no calls but one
    checksum: int = _native_extend()(0, data)
    return ((checksum >> 15 | checksum << 17) + _MASK_DELTA) & 0xFFFFFFFF


def masked_checksums(pieces: Sequence[bytes]) -> NDArray[np.uint32]:
    """The masked checksums of several pieces of bytes, an array of uint32.

    >>> [hex(each) for each in masked_checksums([b"", b""])]
    ['0xa282ead8', '0xa282ead8']
    """
    if max(map(len, pieces), default=0) > _PIECE:
        sums = list(map(crc32c, pieces))
    else:
        sums = list(map(_native_extend(), repeat(0), pieces))
    found = np.array(sums, np.uint32)
    turned = found >> np.uint32(15) | found << np.uint32(17)
    masks: NDArray[np.uint32] = turned + np.uint32(_MASK_DELTA)
    return masks


def masked(checksum: int) -> int:
    """The masked form of a checksum, as files store it."""
    return ((checksum >> 15 | checksum << 17) + _MASK_DELTA) & 0xFFFFFFFF


@cache
def _native_extend() -> Any:
    import google_crc32c

    return google_crc32c.extend
