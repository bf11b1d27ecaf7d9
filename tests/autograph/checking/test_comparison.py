"""When two values agree, and what errors and changes are told."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from autograph.checking.comparison import Divergence, agree, as_plain, told

INF, NAN = math.inf, math.nan


class WithoutTruth:
    """As a data frame: compared in parts, it is neither equal nor not."""

    def __eq__(self, other: object) -> Any:
        return np.array([True, False])

    __hash__ = None  # type: ignore[assignment]


FRAME = WithoutTruth()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (1.0, 1.0 + 1e-7, True),
        (1.0, 1.001, False),
        (1e30, 1.000001e30, True),
        (0.0, -0.0, True),
        (INF, INF, True),
        (INF, -INF, False),
        (INF, 1.0, False),
        (-1e300, -INF, False),
        (NAN, NAN, True),
        (NAN, 1.0, False),
        (1.7e308, -1.7e308, False),
        (1j, 1j + 1e-9, True),
        (complex(NAN, 1), complex(NAN, 1), True),
        (complex(NAN, 1), complex(NAN, 2), False),
        (complex(INF, 1), complex(INF, 1.0000001), True),
        (complex(INF, 1), complex(1, INF), False),
        (1, 1.0, False),
        (True, 1, False),
        (1, 1, True),
        ([1, 2], (1, 2), True),
        ([1], [1, 2], False),
        ([], [], True),
        ({"a": 1.0}, {"a": 1.0 + 1e-8}, True),
        ({"a": 1}, {"b": 1}, False),
        ("é", "é".encode(), True),
        ("\ud800", b"x", False),
        (None, None, True),
        (None, 0, False),
        (FRAME, FRAME, True),
        (FRAME, WithoutTruth(), False),
        ([FRAME], [1], False),
    ],
)
def test_values_agree(first: Any, second: Any, expected: bool) -> None:
    assert agree(first, second) is expected
    if not isinstance(second, bytes):
        assert agree(second, first) is expected


def test_arrays_become_python_values() -> None:
    nest = {"a": np.arange(2), "b": (np.float32(0.5), [np.array([np.ones(1)], object)])}
    assert as_plain(nest) == {"a": [0, 1], "b": (0.5, [[[1.0]]])}
    assert as_plain(np.zeros((2, 0))) == [[], []]
    assert as_plain(np.ndarray) is np.ndarray


def test_a_value_that_cannot_be_read_stays() -> None:
    class Unread:
        def numpy(self) -> Any:
            raise RuntimeError("it has no value while it is recorded")

    value = Unread()
    assert as_plain(value) is value


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (None, "returns"),
        (ValueError(), "raises ValueError: "),
        (ValueError("a\n  last  "), "raises ValueError: last"),
        (ValueError("in a graph\nValueError: bad"), "raises ValueError: bad"),
    ],
)
def test_an_outcome_is_the_end_of_a_sentence(
    error: BaseException | None, expected: str
) -> None:
    assert told(error) == expected


def test_a_divergence_names_its_place() -> None:
    text = str(Divergence("result", "1 is 2", "m.py", 3))
    assert text == "m.py:3: result: 1 is 2"
