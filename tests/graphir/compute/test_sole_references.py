"""Who holds an array alone may write into its memory."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from graphir.compute.sole_references import SOLE, references


@pytest.mark.skipif(SOLE == 0, reason="counts are not exact without the global lock")
def test_a_variable_alone_is_sole() -> None:
    array = np.zeros(3)
    assert references(array) <= SOLE
    other = [array]
    assert references(array) > SOLE
    other.clear()
    assert references(array) <= SOLE


def test_without_exact_counts_nothing_is_sole() -> None:
    has_lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    assert (SOLE > 0) is has_lock
