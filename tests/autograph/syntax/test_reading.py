"""Trees of `ast` become gast's own, as gast makes them."""

from __future__ import annotations

import ast
import asyncio.tasks
import dataclasses
import inspect
import sys
import textwrap
from types import ModuleType

import gast
import pytest

from autograph.syntax.reading import from_python_ast
from tests.python_programs.programs import make_python_program

NEW_SYNTAX = """
type Pair[T: int, *Ts, **P] = tuple[T, *Ts]
def first[T](x: T) -> T: return x
class Held[T]: x: T
"""


def same(text: str) -> bool:
    tree = ast.parse(text)
    before = ast.dump(tree, include_attributes=True)
    made = gast.dump(from_python_ast(tree), include_attributes=True)
    assert ast.dump(tree, include_attributes=True) == before
    return made == gast.dump(gast.ast_to_gast(tree), include_attributes=True)


@pytest.mark.parametrize("module", [asyncio.tasks, dataclasses, textwrap])
def test_modules_are_read_as_gast_reads_them(module: ModuleType) -> None:
    assert same(inspect.getsource(module))


def test_random_programs_are_read_as_gast_reads_them() -> None:
    assert all(same(make_python_program(number)) for number in range(20))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is newer")
def test_type_parameters_are_read_as_gast_reads_them() -> None:
    assert same(NEW_SYNTAX)
