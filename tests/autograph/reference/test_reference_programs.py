"""What the programs of `programs.py` do here, beside TensorFlow's recorded answers."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import runtime as tf

HERE = Path(__file__).parent
LANGUAGE = HERE.parents[2] / "docs" / "language.md"
ANSWERS: dict[str, list[Any]] = json.loads(
    (HERE / "cases" / "answers.json").read_text()
)

DIFFERENT: dict[str, tuple[str, ...]] = {
    "Python's meaning can be recorded": (
        *("w_pyfloat", "f_dtype[ragged]", "f_shape[ragged]", "f_none_after[ragged]"),
        *("b_sameobj", "b_composite2", "ie_none", "b_string", "b_int"),
        *("b_nested_return[3]", "b_nested_return[-1]"),
        *("d_return", "d_return_if", "d_else", "d_iterate", "d_list"),
        *("d_defines", "d_defines[iterator]", "f_one[distributed]"),
        *("f_defines[dataset]", "f_defines[iterator]", "f_defines[distributed]"),
        *("u_bool", "u_enumerate", "u_enumerate2", "u_zip", "u_maptensor", "u_filter"),
        *("u_sorted2d", "u_any", "u_all", "u_anylist", "u_max", "u_max1", "u_min1"),
        *("u_min2d", "u_sum1", "u_next", "u_round", "u_divmod", "u_list"),
    ),
    "a loop over a distributed dataset may `break`, and change shapes": (
        *("f_dtype_break[distributed]", "f_shape[distributed]", "f_erase[distributed]"),
        *("f_inv[distributed]", "f_inv_init[distributed]"),
    ),
    "a branch that returns nothing is found when the graph runs": (
        *("b_nested_return[7]", "d_defines[empty]"),
    ),
    "None before a loop is refused": ("f_none_before", "w_none_before"),
    "a loop variable after no iteration has no value": ("f_iterate[0]",),
    "a vector of one truth is none": ("w_vector",),
    "`print` gives None": ("u_print_none",),
    "an unknown keyword of `print` is Python's TypeError": ("u_print_bad",),
    "the error names the objects of both branches": ("b_obj", "b_lambda", "w_obj"),
    "the error says more": (
        *("b_return", "b_return_else", "b_vector", "u_len0", "f_initializes[]"),
        "u_max0",
    ),
}
"""Why programs do something else here; `docs/language.md` has each reason."""


def _programs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("programs", HERE / "programs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = _programs()
CASES = dict(PROGRAMS.Programs(tf).cases())


def agree(expected: list[Any], found: list[Any]) -> bool:
    """Whether a program does the same: its result, or its error's kind and text."""
    if expected[0] != found[0] or expected[0] == "ok":
        return expected == found
    is_of_kind = expected[1][0] in found[1]
    # an error of the running graph: what it is made of is told in other words
    if not is_of_kind or expected[2] in ("", "Graph execution error:"):
        return is_of_kind
    return _settled(expected[2]).rstrip(".") in _settled(found[2])


def _settled(message: str) -> str:
    """Without places in files, which only ours have, and without addresses."""
    message = re.sub(r" \(\S+\.py, line \d+: .*?\)(?=[,.:]|$| [a-z])", "", message)
    message = message.replace("the returned value", "'retval_'")
    return re.sub(r"0x[0-9a-f]+", "0x", message)


def _is_listed(name: str) -> bool:
    short = name.partition("[")[0]
    return any(name in each or short in each for each in DIFFERENT.values())


def test_every_program_has_an_answer() -> None:
    assert CASES.keys() == ANSWERS.keys()


def test_every_reason_stands_in_the_documentation() -> None:
    text = " ".join(LANGUAGE.read_text().split())
    assert [each for each in DIFFERENT if each not in text] == []


def test_an_error_agrees_by_class_and_text() -> None:
    expected = ["error", ["TypeError"], "'n' has dtype int32 before the loop, but so"]
    text = "'n' has dtype int32 before the loop (a.py, line 3: n = f(1)), but so on"
    assert agree(expected, ["error", ["Own", "TypeError"], text])
    assert not agree(expected, ["error", ["ValueError"], text])
    assert not agree(expected, ["error", ["TypeError"], "'n' is wrong"])
    assert not agree(expected, ["ok", 1, ""])


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_program_does_what_it_does_in_tensorflow(name: str) -> None:
    found = PROGRAMS.answer(CASES[name])
    if agree(ANSWERS[name], found):
        return
    assert _is_listed(name), (ANSWERS[name], found)


@pytest.mark.slow
def test_every_difference_is_one() -> None:
    names = {each for listed in DIFFERENT.values() for each in listed}
    differing = {
        name
        for name, run in CASES.items()
        if _is_listed(name) and not agree(ANSWERS[name], PROGRAMS.answer(run))
    }
    shown = differing | {name.partition("[")[0] for name in differing}
    assert names - shown == set()
