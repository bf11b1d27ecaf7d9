"""The mode of promotion, and what follows from it."""

from __future__ import annotations

import pytest

from runtime.numpy_api.settings import MODES, Settings


@pytest.mark.parametrize("mode", MODES)
def test_python_numbers_are_weak_and_narrow_in_the_newer_modes(mode: str) -> None:
    made = Settings(mode)
    is_new = mode in ("safe", "all")
    assert made.is_weak is is_new
    assert made.default_int.name == ("int32" if is_new else "int64")
    assert made.default_float.name == ("float32" if is_new else "float64")
