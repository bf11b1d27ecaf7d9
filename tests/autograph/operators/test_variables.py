"""Variables without a value are refused where they are read."""

from __future__ import annotations

import pytest

from autograph import UndefinedVariableError
from autograph import operators as ag__


@pytest.mark.parametrize("value", [None, 0, "x", [], object, ag__.UndefinedReturnValue])
def test_load_gives_the_same_object(value):
    assert ag__.ld(value) is value


def test_load_of_an_undefined_variable_names_it_and_the_line():
    x = ag__.Undefined("x")
    with pytest.raises(UnboundLocalError) as caught:
        ag__.ld(x)
    line = caught.traceback[0].lineno + 1
    text = str(caught.value)
    assert text.endswith(f"; 'x' is used before assignment, at {__file__}:{line}")
    assert text.startswith(("cannot access local variable 'x'", "local variable 'x'"))
    assert caught.value.name == "x"


def test_reason_of_a_stage_is_part_of_the_error():
    x = ag__.Undefined("x", "it has no value where the branch at model.py:3 is taken")
    with pytest.raises(UnboundLocalError, match="; it has no value where the branch"):
        ag__.ld(x)


def test_undefined_error_is_one_of_ours_and_of_pythons():
    with pytest.raises(UndefinedVariableError):
        ag__.Undefined("x").read()
    assert issubclass(UndefinedVariableError, NameError)


@pytest.mark.parametrize(
    "load",
    [lambda: {}["k"], lambda: [][0], lambda: None.x, lambda: missing],  # noqa: F821
)
def test_unchecked_load_gives_a_stand_in_for_what_is_not_there(load):
    assert repr(ag__.ldu(load, "place")) == "Undefined('place')"


def test_unchecked_load_gives_what_is_there():
    assert ag__.ldu(lambda: 3, "place") == 3


def test_unchecked_load_passes_other_errors_on():
    with pytest.raises(ZeroDivisionError):
        ag__.ldu(lambda: 1 // 0, "place")
