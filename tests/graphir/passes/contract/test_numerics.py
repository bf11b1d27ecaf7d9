"""The levels of the option `numerics`."""

from __future__ import annotations

import pytest

from graphir.errors import PassError
from graphir.passes.contract.numerics import LEVELS, check_numerics
from graphir.rewrite.rule import Exactness


def test_exact_is_part_of_fast() -> None:
    assert LEVELS["exact"] == (Exactness.EXACT,)
    assert set(LEVELS["fast"]) == set(Exactness)
    for each in LEVELS:
        check_numerics(each)


def test_another_level_is_told_those_there_are() -> None:
    with pytest.raises(PassError, match="one of exact, fast, not 'quick'"):
        check_numerics("quick")
