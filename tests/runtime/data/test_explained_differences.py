"""What explains a difference between two outcomes explains no other."""

from __future__ import annotations

from typing import Any

import pytest

from .explained_differences import (
    checks_what_is_dropped,
    counts_in_parallel,
    drops_last_error,
    fuses_nested_filters,
    has_optionals,
    is_read_ahead,
    resamples_composites,
)

WINDOWS = "D.range(5).window(2).window(2)"
ASSERTED = "D.range(5).apply(assert_cardinality(7)).window(3)"


@pytest.mark.parametrize(
    ("text", "theirs", "mine", "expected"),
    [
        (WINDOWS, ["spec", 1, "a"], ["spec", 1, "a", "!Error"], True),
        (WINDOWS, ["spec", 1], ["spec", 1, "!Error"], True),
        (ASSERTED, ["spec", 1, "a", "b"], ["spec", 1, "a", "!Error"], True),
        ("D.range(5).window(2)", ["spec", 1], ["spec", 1, "!Error"], False),
        (WINDOWS, ["spec", 1, "a"], ["spec", 1, "b", "!Error"], False),
        (WINDOWS, ["spec", 1, "!Other"], ["spec", 1, "!Error"], False),
        (WINDOWS, ["spec", 1, "a"], ["spec", 1], False),
        (WINDOWS, ["spec", 1, "a"], [], False),
    ],
)
def test_an_error_that_only_we_tell(
    text: str, theirs: list[Any], mine: list[Any], expected: bool
) -> None:
    assert drops_last_error(text, theirs, mine) is expected


@pytest.mark.parametrize(
    ("explains", "text", "theirs", "mine"),
    [
        (has_optionals, ".map(F.optional)", ["!AttributeError"], ["!ValueError"]),
        (resamples_composites, ".rejection_resample()", ["!TypeError"], ["spec"]),
        (
            is_read_ahead,
            ".random(rerandomize_each_iteration=True).repeat(2)",
            ["spec", 2, "a"],
            ["spec", 2, "b"],
        ),
        (
            checks_what_is_dropped,
            ".map(F.plus).batch(4, drop_remainder=True)",
            ["spec", "!InvalidArgumentError"],
            ["spec"],
        ),
        (counts_in_parallel, ".map(F.counted).filter(F.every_second)", [1], [1]),
        (
            fuses_nested_filters,
            ".map(F.mapped).flat_map(F.inner).with_options(F.passes('filter_fusion'))",
            ["spec", -2, "!InvalidArgumentError"],
            ["spec", -2, "a"],
        ),
    ],
)
def test_others_are_known_by_their_stages(
    explains: Any, text: str, theirs: list[Any], mine: list[Any]
) -> None:
    assert explains(text, theirs, mine)
    assert not explains("D.range(3).batch(2)", theirs, mine)
