"""Origins: places in user code; several where a node stands for several."""

from __future__ import annotations

import os
from pathlib import Path

from graphir.origin import Frame, Origin, merged_origin
from graphir.passes.optimizer import optimize_graph
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph


def origin(line: int) -> Origin:
    return Origin.from_frames([Frame("m.py", line)])


def lines(found: Origin | None) -> list[int]:
    assert found is not None
    return [frames[0].line for frames in found.sources]


def test_merging_keeps_the_first_in_front_and_says_each_place_once() -> None:
    both = merged_origin(origin(7), origin(3), None, origin(7))
    assert lines(both) == [7, 3]
    assert lines(merged_origin(both, origin(1), both)) == [7, 1, 3]
    assert both is not None
    assert both.frame.line == 7


def test_merging_nothing_is_nothing() -> None:
    alone = origin(1)
    assert merged_origin(None, None) is None
    assert merged_origin(None, alone) is alone
    assert merged_origin(alone, alone) is alone


def test_a_chain_of_merges_costs_no_recursion() -> None:
    """A hundred thousand rewrites of one node."""
    found: Origin | None = origin(0)
    for line in range(1, 100_000):
        found = merged_origin(found, origin(line % 50))
    assert lines(found) == list(range(50))
    del found


def test_text_form_has_every_source() -> None:
    text = (
        "graph @g(%x: f32[]) -> (%y) {\n"
        "  %y = Neg(%x) : f32[] at m.py:7:0 in f from main.py:1:0 and at m.py:3:2\n"
        "}\n"
    )
    graph = parse_graph(text)
    assert lines(graph.node("y").origin) == [7, 3]
    assert print_graph(graph) == text


def test_every_rewrite_keeps_the_lines() -> None:
    """Merged, folded, simplified and inlined nodes say all lines they came from."""
    graph = parse_graph(
        """graph @g(%x: f32[2]) -> (%out, %sum, %call) {
          %a = Exp(%x) : f32[2] at m.py:1:0
          %b = Exp(%x) : f32[2] at m.py:2:0
          %p = Const() {value = 2.0 : f32[]} : f32[] at m.py:3:0
          %q = Const() {value = 3.0 : f32[]} : f32[] at m.py:4:0
          %sum = AddV2(%p, %q) : f32[] at m.py:5:0
          %n = Neg(%b) : f32[2] at m.py:6:0
          %m = Neg(%n) : f32[2] at m.py:7:0
          %out = Mul(%a, %m) : f32[2] at m.py:8:0
          %call = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[2] at m.py:9:0
        }
        func @f(%v: f32[2]) -> (%w) { %w = Sin(%v) : f32[2] at m.py:20:0 }"""
    )
    optimize_graph(graph)

    (exp,) = graph.find(op="Exp")
    assert lines(exp.origin) == [1, 2, 6, 7]
    assert lines(graph.outputs[1].node.origin) == [5, 3, 4]
    assert lines(graph.outputs[2].node.origin) == [20, 9]


def test_the_line_of_what_is_no_plain_file_is_empty(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert Frame(str(pipe), 1).text == ""
    assert Frame(str(tmp_path), 1).text == ""
