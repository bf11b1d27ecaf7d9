"""Hints about operators, and what follows from them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from runtime.linalg.operators.hints import Hints

REGULAR, SELF_ADJOINT, DEFINITE, SQUARE = range(4)


@pytest.mark.parametrize(
    "given", list(itertools.product([None, True, False], repeat=4))
)
def test_every_combination_is_completed_or_refused(given: Any) -> None:
    hints = Hints(*given)
    contradicts = (
        (given[SELF_ADJOINT] and given[SQUARE] is False)
        or (given[DEFINITE] and given[REGULAR] is False)
        or (given[REGULAR] and given[SQUARE] is False)
    )
    if contradicts:
        with pytest.raises(ValueError, match="always"):
            hints.checked()
        return
    found = hints.checked()
    assert found.is_non_singular == (True if given[DEFINITE] else given[REGULAR])
    implied = any(given[each] for each in (REGULAR, SELF_ADJOINT, DEFINITE))
    assert found.is_square == (True if implied else given[SQUARE])
    assert (found.is_self_adjoint, found.is_positive_definite) == given[1:3]
    assert found.checked() == found
