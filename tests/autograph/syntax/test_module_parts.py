"""Which statements of a module a name needs."""

from __future__ import annotations

import ast
import textwrap

import pytest

from autograph.syntax.module_parts import ModuleParts

MODULE = """
from __future__ import annotations
'''Documentation.'''
import math as m
import os
LIMIT = 3
TABLE = {}
TABLE["a"] = LIMIT
TABLE.update(b=2)
for i in range(3):
    TABLE[i] = i
    print(TABLE)
taken = TABLE.pop("b")
copied = dict(TABLE)
os.environ.setdefault("X", "1")

def inner():
    return TABLE

def reset():
    global LIMIT
    LIMIT = 0

class Model:
    rate = m.pi
    def call(self):
        return self.rate
Model.label = "model"

try:
    import fast
except ImportError:
    fast = None

if __name__ == "__main__":
    inner = None
"""
NEEDED = {
    "LIMIT": ["LIMIT = 3"],
    "inner": [
        "LIMIT = 3",
        "TABLE = {}",
        "TABLE['a'] = LIMIT",
        "TABLE.update(b=2)",
        "for i in range(3):",
        "taken = TABLE.pop('b')",
        "def inner():",
    ],
    "reset": ["LIMIT = 3", "def reset():"],
    "Model": ["import math as m", "class Model:", "Model.label = 'model'"],
    "fast": ["try:"],
    "nothing": [],
}


@pytest.mark.parametrize("name", NEEDED)
def test_needed_are_the_statements_that_bind_or_change_it(name: str) -> None:
    parts = ModuleParts(textwrap.dedent(MODULE))
    found = [ast.unparse(part.statement) for part in parts.needed_for({name})]
    assert [text.splitlines()[0] for text in found] == NEEDED[name]


def test_annotations_that_nobody_evaluates_need_nothing() -> None:
    text = "Big = 1\ndef f(x: Big): return x\n"
    lazy = ModuleParts("from __future__ import annotations\n" + text)
    assert len(lazy.needed_for({"f"})) == 1
    assert len(ModuleParts(text).needed_for({"f"})) == 2
