"""The bucket layout of TensorFlow's dense hash tables in checkpoints.

A key is in the bucket of its hash or, if that is occupied, 1, 3, 6, ... buckets on.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.compute.hashing import murmur64a

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7800
_MAX_LOAD: Final = 0.8
DEFAULT_BUCKETS: Final = 131_072


def as_buckets(keys: Any, values: Any, empty_key: Any, buckets: int) -> tuple[Any, Any]:
    """Keys and values as rows of buckets; buckets without a key have the empty key.

    >>> rows, _ = as_buckets(np.array([5]), np.array([7]), np.array(0), 4)
    >>> rows.tolist()
    [[0], [5], [0], [0]]
    """
    count = len(keys)
    while count > buckets * _MAX_LOAD:
        buckets *= 2
    rows = keys.reshape(count, -1)
    found_keys = np.empty((buckets, rows.shape[1]), keys.dtype)
    found_keys[:] = np.reshape(empty_key, -1)
    value_rows = values.reshape(count, -1)
    # what no key uses is nothing, of strings too
    filler = b"" if values.dtype == object else 0
    found_values = np.full(
        (buckets, value_rows.shape[1] if count else 1), filler, values.dtype
    )
    taken = bytearray(buckets)
    for row, key in enumerate(rows.tolist()):
        place, probes = _hash(key) & (buckets - 1), 0
        while taken[place]:
            probes += 1
            place = (place + probes) & (buckets - 1)
        taken[place] = 1
        found_keys[place], found_values[place] = rows[row], value_rows[row]
    return found_keys, found_values


def from_buckets(
    keys: Any, values: Any, reserved: tuple[Any, Any], shapes: tuple[Any, Any]
) -> tuple[Any, Any]:
    """The keys and values of occupied buckets, reshaped to single keys and values."""
    rows = keys.reshape(len(keys), -1)
    used = np.ones(len(keys), bool)
    for each in reserved:
        used &= (rows != np.reshape(each, -1)).any(axis=1)
    count = int(used.sum())
    return (
        keys[used].reshape(count, *shapes[0]),
        values[used].reshape(count, *shapes[1]),
    )


def _hash(key: list[Any]) -> int:
    if len(key) == 1:
        return _hash_of_one(key[0])
    found = 0
    for each in key:
        mixed = _hash_of_one(each) + _GOLDEN + (found << 10) + (found >> 4)
        found = (found ^ mixed) & _MASK
    return found


def _hash_of_one(value: Any) -> int:
    return murmur64a(value) if isinstance(value, bytes) else int(value) & _MASK


__all__ = ["DEFAULT_BUCKETS", "as_buckets", "from_buckets"]
