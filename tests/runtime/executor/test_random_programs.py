"""Generated programs of loops and branches give what Python gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.text.parser import parse_graph
from runtime.executor import compile_graph

NAMES = "abc"
OPERATORS = {"AddV2": np.add, "Sub": np.subtract, "Mul": np.multiply}

# A statement assigns to a variable what an operator gives for two variables, trades
# variables, branches on `x < y`, or loops a few times.
assignments = st.tuples(
    st.just("assign"),
    st.sampled_from(NAMES),
    st.sampled_from(sorted(OPERATORS)),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)
trades = st.tuples(st.just("trade"), st.permutations(NAMES))


def blocks(children: Any) -> Any:
    body = st.lists(children, max_size=4)
    name = st.sampled_from(NAMES)
    return st.one_of(
        st.tuples(st.just("if"), name, name, body, body),
        st.tuples(st.just("loop"), st.integers(0, 3), body),
        st.tuples(st.just("call"), body),
    )


programs = st.lists(
    st.recursive(st.one_of(assignments, trades), blocks, max_leaves=12), max_size=6
)


def interpret(block: list[Any], state: dict[str, Any]) -> None:
    for statement in block:
        kind = statement[0]
        if kind == "assign":
            _, target, operator, left, right = statement
            state[target] = OPERATORS[operator](state[left], state[right])
        elif kind == "trade":
            state.update(dict(zip(NAMES, [state[n] for n in statement[1]])))
        elif kind == "if":
            _, left, right, then, other = statement
            taken = then if np.sum(state[left]) < np.sum(state[right]) else other
            interpret(taken, state)
        elif kind == "loop":
            for _ in range(statement[1]):
                interpret(statement[2], state)
        else:
            interpret(statement[1], state)


class Writer:
    """Writes a program as a graph in text form, a function for each block."""

    def __init__(self, type_text: str) -> None:
        self.type = type_text
        self.functions: list[str] = []

    def arguments(self) -> str:
        return ", ".join(f"%{name}: {self.type}" for name in NAMES)

    def function(self, block: list[Any]) -> str:
        name = f"f{len(self.functions)}"
        self.functions.append("")
        lines, state = self.body(block)
        results = ", ".join(f"{n}_out = %{state[n]}" for n in NAMES)
        text = f"func @{name}({self.arguments()}) -> ({results}) {{\n{lines}}}\n"
        self.functions[int(name[1:])] = text
        return name

    def loop(self, count: int, block: list[Any]) -> tuple[str, str]:
        body = self.function(block)
        index = len(self.functions)
        results = ", ".join(f"{n}_out = %p:{i}" for i, n in enumerate(NAMES))
        types = ", ".join([self.type] * 3)
        self.functions += [
            f"func @f{index}(%i: i32[], {self.arguments()}) -> (r = %l) {{\n"
            f"  %n = Const() {{value = {count} : i32[]}} : i32[]\n"
            "  %l = Less(%i, %n)\n}\n",
            f"func @f{index + 1}(%i: i32[], {self.arguments()})"
            f" -> (i_out = %next, {results}) {{\n"
            "  %one = Const() {value = 1 : i32[]} : i32[]\n  %next = AddV2(%i, %one)\n"
            f"  %p = PartitionedCall(%a, %b, %c) {{f = @{body}, "
            f"Tout = [i32, i32, i32]}} : {types}\n}}\n",
        ]
        return f"f{index}", f"f{index + 1}"

    def body(self, block: list[Any]) -> tuple[str, dict[str, str]]:
        state = dict(zip(NAMES, NAMES))
        lines = ""
        types = ", ".join([self.type] * 3)
        for number, statement in enumerate(block):
            kind = statement[0]
            inputs = ", ".join(f"%{state[n]}" for n in NAMES)
            outputs = {n: f"s{number}:{i}" for i, n in enumerate(NAMES)}
            if kind == "assign":
                _, target, operator, left, right = statement
                operands = f"%{state[left]}, %{state[right]}"
                lines += f"  %s{number} = {operator}({operands}) : {self.type}\n"
                state[target] = f"s{number}"
            elif kind == "trade":
                state = dict(zip(NAMES, [state[n] for n in statement[1]]))
            elif kind == "if":
                _, left, right, then, other = statement
                for side, name in (("l", left), ("r", right)):
                    lines += f"  %{side}{number} = Sum(%{state[name]}, %axes) : i32[]\n"
                lines += f"  %t{number} = Less(%l{number}, %r{number})\n"
                lines += (
                    f"  %s{number} = StatelessIf(%t{number}, {inputs}) {{"
                    f"then_branch = @{self.function(then)}, "
                    f"else_branch = @{self.function(other)}, Tout = [i32, i32, i32]}}"
                    f" : {types}\n"
                )
                state = outputs
            elif kind == "loop":
                cond, body = self.loop(statement[1], statement[2])
                lines += (
                    f"  %zero{number} = Const() {{value = 0 : i32[]}} : i32[]\n"
                    f"  %s{number} = StatelessWhile(%zero{number}, {inputs}) "
                    f"{{cond = @{cond}, body = @{body}}} : i32[], {types}\n"
                )
                state = {n: f"s{number}:{i + 1}" for i, n in enumerate(NAMES)}
            else:
                lines += (
                    f"  %s{number} = PartitionedCall({inputs}) {{"
                    f"f = @{self.function(statement[1])}, Tout = [i32, i32, i32]}}"
                    f" : {types}\n"
                )
                state = outputs
        axes = "" if self.type == "i32[]" else "0"
        count = 0 if self.type == "i32[]" else 1
        axes_type = f"i32[{count}]"
        head = f"  %axes = Const() {{value = [{axes}] : {axes_type}}} : {axes_type}\n"
        return head + lines, state

    def graph(self, block: list[Any]) -> str:
        lines, state = self.body(block)
        results = ", ".join(f"%{state[n]}" for n in NAMES)
        head = f"graph @g({self.arguments()}) -> ({results}) {{\n{lines}}}\n"
        return head + "".join(self.functions)


@pytest.mark.parametrize("type_text", ["i32[]", "i32[?]"])
@given(program=programs)
def test_program_agrees_with_python(type_text: str, program: list[Any]) -> None:
    graph = parse_graph(Writer(type_text).graph(program))
    compiled = compile_graph(graph, graph.inputs, graph.outputs)
    shape = () if type_text == "i32[]" else (2,)
    arrays = [np.full(shape, value, np.int32) for value in (3, -1, 7)]
    state = dict(zip(NAMES, arrays))
    with np.errstate(all="ignore"):
        interpret(program, state)
    for result, name in zip(compiled(*arrays), NAMES):
        assert result.dtype == np.int32
        np.testing.assert_array_equal(result, state[name])
    for array, value in zip(arrays, (3, -1, 7)):
        assert (array == value).all()
