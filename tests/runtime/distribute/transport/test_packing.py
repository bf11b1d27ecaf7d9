"""Arrays as bytes: what is announced is checked before room is made for it."""

from __future__ import annotations

from typing import Any

import pytest

from graphir.errors import DataLossError
from runtime.distribute.transport.packing import unpacked_arrays


@pytest.mark.parametrize(
    ("signed", "text"),
    [
        ({"dtype": "float32", "shape": [10**13]}, "are no float32"),
        ({"dtype": "float32", "shape": [2**62, 4]}, "are no float32"),
        ({"dtype": "float32", "shape": [1], "size": -4}, "-4 bytes is announced"),
        ({"dtype": "float32", "shape": [1], "size": 8}, "are no float32|8 were"),
        ({"dtype": "string", "shape": [10**13]}, "Texts are missing"),
        ({"dtype": "string", "shape": [2]}, "Texts are missing"),
    ],
)
def test_more_than_has_come_is_refused(signed: dict[str, Any], text: str) -> None:
    with pytest.raises(DataLossError, match=text):
        unpacked_arrays([{"size": 4, **signed}], b"\0\0\0\0")
