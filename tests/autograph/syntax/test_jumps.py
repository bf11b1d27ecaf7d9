"""Jumps that leave a block are found; those that stay in it are not."""

from __future__ import annotations

import inspect
from types import CodeType

import gast
import pytest

from autograph.syntax.jumps import is_generator, jumps_out_of_finally


def test_jumps_out_of_finally_are_found() -> None:
    def jumps(block: str) -> bool:
        text = f"def f():\n    for i in a:\n        try: b\n        finally:\n{block}"
        return jumps_out_of_finally(gast.parse(text).body[0])

    pad = "            "
    assert jumps(f"{pad}return 1")
    assert jumps(f"{pad}if b: break")
    assert jumps(f"{pad}for j in a: pass\n{pad}else: continue")
    assert not jumps(f"{pad}for j in a: break")
    assert not jumps(f"{pad}def g(): return 1")


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
