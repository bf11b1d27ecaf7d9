"""Compressed files, up to where they are damaged."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import Any

import pytest

from runtime.io.inflating import InflatedFile

CONTENT = bytes(range(256)) * 2000
PACK: dict[str, Any] = {"GZIP": gzip.compress, "ZLIB": zlib.compress}


def parts(data: bytes, kind: str, size: int) -> tuple[bytes, Exception | None]:
    found = b""
    with InflatedFile(io.BytesIO(data), kind) as file:
        try:
            while part := file.read(size):
                assert len(part) <= size
                found += part
        except (EOFError, zlib.error) as error:
            return found, error
    return found, None


@pytest.mark.parametrize("kind", PACK)
@pytest.mark.parametrize("size", [7919, 1 << 20])
def test_content_is_read_in_any_steps(kind: str, size: int) -> None:
    assert parts(PACK[kind](CONTENT), kind, size) == (CONTENT, None)
    assert parts(PACK[kind](b""), kind, size) == (b"", None)
    assert parts(b"", kind, size) == (b"", None)


def test_members_of_gzip_follow_each_other_padded_by_zeros() -> None:
    data = gzip.compress(b"one") + b"\0" * 5 + gzip.compress(b"two")
    assert parts(data, "GZIP", 100) == (b"onetwo", None)


def test_a_cut_file_has_what_was_before_the_cut() -> None:
    data = gzip.compress(CONTENT, 1)
    found, error = parts(data[: len(data) // 2], "GZIP", 1000)
    assert isinstance(error, EOFError)
    assert found
    assert CONTENT.startswith(found)


@pytest.mark.parametrize("kind", PACK)
def test_a_damaged_file_has_what_was_before_the_damage(kind: str) -> None:
    data = bytearray(PACK[kind](CONTENT + b"end"))
    data[-3] ^= 255
    found, error = parts(bytes(data), kind, 1000)
    assert isinstance(error, zlib.error)
    assert (CONTENT + b"end").startswith(found)
    assert len(found) > 1000


def test_what_is_not_compressed_so() -> None:
    found, error = parts(b"plain text", "ZLIB", 10)
    assert (found, type(error)) == (b"", zlib.error)
