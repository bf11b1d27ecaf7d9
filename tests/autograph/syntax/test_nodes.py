"""Trees: copies share nothing that changes; what a function has of its own."""

from __future__ import annotations

import inspect
from types import CodeType

import gast
import pytest

from autograph.syntax.nodes import OwnName, copy_tree, is_generator


def test_names_of_ours_can_be_copied() -> None:
    name = OwnName("left")
    copied = copy_tree(gast.Tuple([name], gast.Load()))
    assert copied.elts[0].id == "left"
    assert type(copied.elts[0]) is OwnName
    assert copied.elts[0] is not name


@pytest.mark.parametrize(
    "text",
    [
        "def f(x=(yield 1)): pass",
        "@(yield 1)\ndef f(): pass",
        "def f(): yield",
        "def f():\n def g(x=(yield)): pass",
        "def f():\n @(yield)\n def g(): pass",
        "def f():\n @(yield)\n class A((yield)): pass",
        "def f():\n def g(): yield",
        "def f():\n lambda x=(yield): 1",
        "def f():\n lambda: (yield)",
        "def f():\n class A:\n  def g(self): yield",
        "def f():\n return [x for x in (yield)]",
    ],
)
def test_a_generator_is_told_by_its_own_yields(text: str) -> None:
    whole = "def around():\n " + text.replace("\n", "\n ")
    around = compile(whole, "made", "exec").co_consts[0]
    codes = [each for each in around.co_consts if isinstance(each, CodeType)]
    flags = next(each.co_flags for each in codes if each.co_name == "f")
    tree = gast.parse(text).body[0]
    assert is_generator(tree) is bool(flags & inspect.CO_GENERATOR)
