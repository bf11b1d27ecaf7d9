"""Attributes and dtypes of a call, from its signature and its inputs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from graphir import dtypes
from graphir.ops.contract.inference import (
    MOST_RESULTS,
    complete_attrs,
    group_inputs,
    output_dtypes,
)
from graphir.ops.contract.signature import parse_signature

F, INT = dtypes.float32, dtypes.int32
JOIN = parse_signature("Join(x: N*T, axis: I) -> (y: T) | T: type; N: int >= 2; "
                       "I: type in [int32,int64] = int32")  # fmt: skip
LISTS = parse_signature(
    "Lists(c: bool, first: list(A), second: N*float) -> (z: list(A), k: N*float) "
    "| A: list(type); N: int"
)
PAIR = parse_signature("Pair(x: T, y: T) -> (z: T) | T: type; name: string = 'a'")


def inputs(*types: dtypes.DType) -> list[SimpleNamespace]:
    return [SimpleNamespace(dtype=each) for each in types]


def test_numbers_and_types_come_from_the_inputs() -> None:
    attrs = complete_attrs(JOIN, inputs(F, F, F, INT), {"more": 1})
    assert attrs == {"T": F, "N": 3, "I": INT, "more": 1}
    assert list(attrs) == ["T", "N", "I", "more"]
    assert output_dtypes(JOIN, attrs) == [F]


def test_a_given_count_divides_two_open_lists() -> None:
    attrs = complete_attrs(
        LISTS, inputs(dtypes.bool_, INT, F, F, F), {"A": [INT, F], "N": 2}
    )
    assert attrs == {"A": [INT, F], "N": 2}
    assert output_dtypes(LISTS, attrs) == [INT, F, F, F]
    assert group_inputs(LISTS, attrs, "cabde") == ["c", ["a", "b"], ["d", "e"]]


def test_defaults_fill_in_and_given_values_win() -> None:
    assert complete_attrs(PAIR, inputs(F, F), {})["name"] == b"a"
    assert complete_attrs(PAIR, inputs(F, F), {"name": b"b"})["name"] == b"b"


@pytest.mark.parametrize(
    ("given", "attrs", "error", "text"),
    [
        ((F,), {}, TypeError, "Op Pair was given 1 inputs"),
        ((F, F, F), {}, TypeError, "Op Pair was given 3 inputs"),
        (
            (F, INT),
            {},
            TypeError,
            "Input 'y' of 'Pair' Op has type int32 that does not match type float32 "
            "of argument 'x'",
        ),
    ],
)
def test_calls_that_do_not_fit(given, attrs, error, text) -> None:
    with pytest.raises(error, match=text):
        complete_attrs(PAIR, inputs(*given), attrs)


def test_values_below_the_minimum_or_not_allowed() -> None:
    with pytest.raises(ValueError, match="'N' of op Join is 1: it must be at least 2"):
        complete_attrs(JOIN, inputs(F, INT), {})
    with pytest.raises(TypeError, match="'I' of float32 is not in the list"):
        complete_attrs(JOIN, inputs(F, F, F), {})
    modes = parse_signature("Modes() -> () | mode: string in ['a', 'b']")
    with pytest.raises(ValueError, match="'mode' of b'c' is not in the list"):
        complete_attrs(modes, [], {"mode": b"c"})
    with pytest.raises(TypeError, match="Op Modes needs the attribute 'mode'"):
        complete_attrs(modes, [], {})


def test_a_damaged_count_of_results_is_refused() -> None:
    many = parse_signature("Many() -> (y: N*float) | N: int")
    with pytest.raises(ValueError, match="cannot give"):
        output_dtypes(many, {"N": MOST_RESULTS + 1})
