"""Keys of slices sort as the numbers in them."""

from __future__ import annotations

import pytest

from runtime.bundles.slice_keys import slice_key


@pytest.mark.parametrize(
    ("number", "code"),
    [(0, "80"), (63, "bf"), (64, "c040"), (-1, "7f"), (-64, "40"), (-65, "3fbf"),
     (8191, "dfff"), (8192, "e02000")],
)  # fmt: skip
def test_numbers_of_slices_sort_as_bytes(number: int, code: str) -> None:
    assert slice_key("", [(number, 0)])[5:-1].hex() == code
