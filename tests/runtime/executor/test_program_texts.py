"""Texts of programs, known to linecache while the programs live."""

from __future__ import annotations

import linecache

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)


def test_text_is_known_to_linecache_while_the_program_lives() -> None:
    text = "graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }"
    program = compiled(text)
    name = program.filename
    assert linecache.getline(name, 1) == "def g(x):\n"
    del program
    compiled(text)
    assert name not in linecache.cache


def test_linecache_may_be_in_a_loop_while_a_program_dies() -> None:
    program = compiled("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    names = list(linecache.cache)
    del program
    assert [name for name in names if name not in linecache.cache] == []
