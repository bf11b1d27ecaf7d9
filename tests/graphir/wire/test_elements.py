"""Elements of constants in messages: empty, damaged, of every dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.wire import messages
from graphir.wire.elements import read_content, read_list, string_array

WITH_ARRAYS = [each for each in dtypes.ALL if each.has_numpy]


@pytest.mark.parametrize("dtype", WITH_ARRAYS, ids=str)
def test_no_elements_are_an_empty_array(dtype: Any) -> None:
    message = messages.get("TensorProto")()
    for found in (read_content(b"", 0, dtype), read_list(message, dtype)):
        assert (found.shape, found.dtype) == ((0,), dtype.numpy_dtype)


@pytest.mark.parametrize(
    "dtype", [each for each in WITH_ARRAYS if each is not dtypes.string], ids=str
)
def test_bytes_are_the_elements(dtype: Any) -> None:
    array = np.array([1, 0, 1]).astype(dtype.numpy_dtype)
    found = read_content(array.tobytes(), 3, dtype)
    assert found.tobytes() == array.tobytes()
    with pytest.raises(InvalidGraphError, match="the file is damaged"):
        read_content(array.tobytes()[:-1], 3, dtype)


def test_a_bool_is_zero_or_one() -> None:
    with pytest.raises(InvalidGraphError, match="other than 0 and 1"):
        read_content(b"\x00\x02", 2, dtypes.bool_)


def test_strings_are_lengths_and_bytes() -> None:
    long = b"x" * 300
    content = b"\x00\x02\xac\x02" + b"a\0" + long
    assert read_content(content, 3, dtypes.string).tolist() == [b"", b"a\0", long]


@pytest.mark.parametrize(
    ("content", "count"),
    [(b"\x05a", 1), (b"\x01ab", 1), (b"", 1), (b"\x80" * 6, 1), (b"\x01", 1 << 40)],
)
def test_damaged_strings_are_refused(content: bytes, count: int) -> None:
    with pytest.raises(InvalidGraphError):
        read_content(content, count, dtypes.string)


@pytest.mark.parametrize(
    ("field", "values", "dtype", "expected"),
    [
        ("int_val", [300, -1], dtypes.uint8, [44, 255]),
        ("half_val", [0x3F80, 0x7F80], dtypes.bfloat16, [1.0, float("inf")]),
        ("scomplex_val", [1.0, 2.0, 3.0], dtypes.complex64, [1 + 2j]),
        ("uint64_val", [(1 << 64) - 1], dtypes.uint64, [(1 << 64) - 1]),
    ],
)
def test_lists_are_read_as_c_would(
    field: str, values: list[Any], dtype: Any, expected: list[Any]
) -> None:
    message = messages.get("TensorProto")()
    getattr(message, field).extend(values)
    assert read_list(message, dtype).tolist() == expected


def test_trailing_zeros_of_strings_stay() -> None:
    assert string_array([b"a\0", b""]).tolist() == [b"a\0", b""]
