"""What a block must keep, in small functions."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

import gast
import pytest

from autograph.analysis.activity import Activity
from autograph.analysis.liveness import Liveness


class Facts(NamedTuple):
    """Facts about the first `if` or loop, as names."""

    live_in: list[str]
    live_out: list[str]
    defined_in: list[str]
    writes: list[str]


def facts(body: str, parameters: str = "") -> Facts:
    """The facts about the first `if` or loop in a function with that body."""
    text = f"def f({parameters}):\n{textwrap.indent(textwrap.dedent(body), '    ')}"
    function = gast.parse(text).body[0]
    liveness = Liveness(Activity(function))
    block = next(
        node
        for node in gast.walk(function)
        if isinstance(node, (gast.If, gast.While, gast.For))
    )
    found, names = liveness.of(block), liveness.names
    return Facts(
        names.names(found.live_in),
        names.names(found.live_out),
        names.names(found.defined_in),
        names.names(found.summary.writes),
    )


def test_name_read_later_is_live_out() -> None:
    """And one that is overwritten first is not."""
    found = facts("if c: x = 1; y = 1\ny = 2\nreturn x, y", "c")
    assert found.live_out == ["x"]


def test_loop_needs_what_its_next_iteration_reads() -> None:
    """`t` is written before it is read in each one, `x` is not."""
    found = facts("while c:\n    t = x\n    x = t", "c, x")
    assert found.live_in == ["c", "x"]


def test_loop_target_is_not_needed_from_before() -> None:
    """The loop gives it a value first."""
    assert facts("for i in xs: g(i)", "xs").live_in == ["g", "xs"]


def test_deleted_name_is_not_defined() -> None:
    """A name without a value gets a stand-in."""
    assert facts("x = 1\ny = 1\ndel x\nif c: x = 2", "c").defined_in == ["c", "y"]


def test_name_defined_in_the_loop_before_may_be_defined() -> None:
    """The second iteration sees what the first one wrote."""
    found = facts("while c:\n    y = 1", "c")
    assert (found.defined_in, found.writes) == (["c"], ["y"])


def test_closure_keeps_its_variables_alive() -> None:
    """It may be called at any time, also after the last statement."""
    assert facts("def g(): return x\nh(g)\nif c: x = 1", "c").live_out == ["x"]


@pytest.mark.parametrize("maker", ["lambda: x", "(x for _ in y)"])
def test_lambda_and_generator_keep_them_too(maker: str) -> None:
    """They read the variable when they run, not when they are made."""
    assert "x" in facts(f"g = {maker}\nif c: x = 1\nreturn g", "c, y").live_out


def test_comprehension_target_is_its_own() -> None:
    """It neither reads nor writes a variable of that name."""
    found = facts("if c: z = [x for x in xs]\nreturn z", "c, xs")
    assert (found.writes, found.live_in) == (["z"], ["c", "xs", "z"])


def test_handler_keeps_what_it_reads_alive_in_the_body() -> None:
    """An exception may leave the body anywhere."""
    body = "try:\n    if c: x = 1\n    g()\n    x = 2\nexcept E: return x"
    assert "x" in facts(body, "c, x").live_out


def test_nothing_is_live_after_raise() -> None:
    """Outside of `try`."""
    assert facts("if c: x = 1\nraise E\nreturn x", "c, x").live_out == ["E"]


def test_global_is_live_at_the_end() -> None:
    """Somebody else may read it."""
    assert facts("global G\nif c: G = 1", "c").live_out == ["G"]


def test_match_captures_define() -> None:
    """Names in patterns are assignments."""
    body = "match p:\n    case (a, b):\n        if a: b = 1\nreturn b"
    assert facts(body, "p").defined_in == ["a", "b", "p"]
