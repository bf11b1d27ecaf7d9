"""The names that a function reads, writes and defines."""

from __future__ import annotations

import gast
import pytest

from autograph.analysis.activity import Activity


@pytest.mark.parametrize(
    ("statement", "reads", "writes"),
    [
        ("x = y + x", "x y", "x"),
        ("x += 1", "x", "x"),
        ("z = [i for i in y]", "y", "z"),
        ("z = lambda i: i + y", "y", "z"),
        ("for i in x: z = i", "x", "i z"),
    ],
)
def test_names_of_a_statement(statement: str, reads: str, writes: str) -> None:
    function = gast.parse(f"def f(x, y):\n    {statement}").body[0]
    activity = Activity(function)
    found, names = activity.of(function.body[0]), activity.names
    assert set(names.names(found.writes)) == set(writes.split())
    assert set(reads.split()) <= set(names.names(found.reads))


def test_names_of_other_scopes_are_foreign() -> None:
    text = "def f(x):\n    global g\n    def h():\n        nonlocal x\n        x = 1"
    activity = Activity(gast.parse(text).body[0])
    foreign = {
        each.node.name: activity.names.names(each.foreign)
        for each in activity.functions
    }
    assert foreign == {"f": ["g"], "h": ["x"]}
