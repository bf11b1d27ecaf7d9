"""Archives of arrays: what they keep, and what they refuse to lose."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from runtime.io.array_archives import archive_of


def read_back(arrays: dict[str, Any]) -> dict[str, Any]:
    with np.load(io.BytesIO(archive_of(arrays)), allow_pickle=False) as found:
        return dict(found)


@pytest.mark.parametrize(
    "array",
    [
        np.array(1.5),
        np.zeros((0, 3), np.int8),
        np.arange(6)[::2],
        np.asfortranarray(np.ones((2, 3), ">f4")),
        np.array(["a", "é"]),
        np.array([], object),
    ],
)
def test_arrays_come_back(array: Any) -> None:
    found = read_back({"file": array, "": array, "a/b": array})
    assert list(found) == ["file", "", "a/b"]
    for each in found.values():
        assert each.shape == array.shape
        assert each.tolist() == array.tolist()


def test_no_arrays_are_an_archive() -> None:
    assert read_back({}) == {}


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [(3, TypeError, "of type int"), (b"a\0", ValueError, "zero byte")],
)
def test_what_would_be_lost_is_refused(
    value: Any, error: type[Exception], told: str
) -> None:
    array = np.empty(1, object)
    array[0] = value
    with pytest.raises(error, match=told):
        archive_of({"x": array})
