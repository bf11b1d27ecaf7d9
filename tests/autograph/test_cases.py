"""Golden cases: the text of the converted function, and that it means the same.

A case is a file with one function (of its name, or called `FUNCTION`) and `INPUTS`,
a list of argument tuples; what it converts to stands in `.expected.py` beside it.
"""

from __future__ import annotations

import ast
import copy
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import astunparse
import pytest

import autograph
from autograph.options import ConversionOptions
from autograph.pipeline import PIPELINE, convert_function

CASES = Path(__file__).parent / "cases"
NAMES = sorted(
    path.stem for path in CASES.glob("*.py") if not path.stem.endswith(".expected")
)
OPTIONS = ConversionOptions(user_requested=True)


def load_case(name: str) -> ModuleType:
    """The module of a case, imported anew."""
    spec = importlib.util.spec_from_file_location(
        f"autograph_case_{name}", CASES / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function_of(module: ModuleType, name: str) -> FunctionType:
    """The function of a case."""
    found: FunctionType = getattr(module, "FUNCTION", None) or getattr(module, name)
    return found


def text_of(name: str) -> str:
    """The converted function of a case."""
    return convert_function(function_of(load_case(name), name), OPTIONS).text


def test_there_are_many_cases() -> None:
    """A wrong folder would pass all other tests."""
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_text_is_golden(name: str, golden: Callable[..., None]) -> None:
    """The text is that of the golden file."""
    golden(
        CASES / f"{name}.expected.py",
        text_of(name),
        reproduce=f"autograph code tests/autograph/cases/{name}.py:{name}",
    )


@pytest.mark.parametrize("name", NAMES)
def test_converted_function_means_the_same(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Plain values give the same results, changed arguments and prints."""
    module = load_case(name)
    function = function_of(module, name)
    converted = autograph.to_graph(function)
    for inputs in module.INPUTS:
        plain, ours = copy.deepcopy(inputs), copy.deepcopy(inputs)
        expected = function(*plain)
        printed = capsys.readouterr().out
        assert converted(*ours) == expected
        assert capsys.readouterr().out == printed
        assert _shown(ours) == _shown(plain)


def _shown(values: Any) -> list[Any]:
    return [vars(v) if hasattr(v, "__dict__") else v for v in values if not callable(v)]


@pytest.mark.filterwarnings("ignore:ast.Num is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", NAMES)
def test_second_printer_gives_the_same_tree(name: str) -> None:
    """`astunparse` prints text that parses to the tree of the golden text."""
    tree = ast.parse((CASES / f"{name}.expected.py").read_text())
    try:
        printed = astunparse.unparse(tree)
        again = ast.parse(printed)
    except (AttributeError, SyntaxError, ValueError):
        pytest.skip("astunparse cannot print this")
    assert ast.dump(_without_kinds(again)) == ast.dump(_without_kinds(tree))


def _without_kinds(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.kind = None
    return tree


@pytest.mark.parametrize("name", NAMES)
def test_every_line_has_an_origin_in_the_case(name: str) -> None:
    """The line map covers the text, and leads to lines of the function."""
    function = function_of(load_case(name), name)
    converted = convert_function(function, OPTIONS)
    count = len(converted.text.splitlines())
    assert sorted(converted.line_map) == list(range(1, count + 1))
    first = function.__code__.co_firstlineno
    last = first + len(converted.original_source.splitlines())
    assert all(first <= o.line < last for o in converted.line_map.values())


@pytest.mark.parametrize("stage", [stage.name for stage in PIPELINE])
def test_text_after_each_pass_is_python(stage: str) -> None:
    """One can look at the function after any converter."""
    function = function_of(load_case("break_and_continue"), "break_and_continue")
    text = convert_function(function, OPTIONS, until=stage).text
    assert ast.parse(text).body


_PRINT_ALL = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.autograph.test_cases import NAMES, text_of
print("".join(text_of(name) for name in NAMES))
"""


def _all_texts(seed: str) -> str:
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", _PRINT_ALL, root]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=root
    ).stdout


def test_text_is_the_same_in_every_process() -> None:
    """Nothing depends on the order of sets."""
    first = _all_texts("1")
    assert "def tf__" in first
    assert first == _all_texts("2")
