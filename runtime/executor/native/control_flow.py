"""Branches, loops and calls of functions, as blocks of native code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.node import Node
from runtime.executor.native.bodies import (
    CONTROL_FLOW,
    Body,
    Variable,
    condition_of,
)
from runtime.executor.native.emitter import Register
from runtime.executor.native.failures import Unsupported
from runtime.executor.native.terms import Term
from runtime.executor.plan import unchanged_variables


def _function(node: Node, attr: str) -> str:
    reference: Any = node.attrs[attr]
    name: str = reference.name
    return name


def _call(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    body.settle(inputs)
    inner, results = body.inner(_function(node, "f"), inputs)
    inner.settle(results)
    # nothing was left between: what is there inside is there outside
    body.scope.memories.update(inner.scope.memories)
    body.scope.numbers.update(inner.scope.numbers)
    return results


def _if(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    condition = condition_of(body, inputs[0])
    body.settle(inputs[1:])
    branches = [_function(node, "then_branch"), _function(node, "else_branch")]
    return _choose(body, branches, [condition], inputs[1:])


def _case(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    e = body.e
    index = body.number(inputs[0])
    body.settle(inputs[1:])
    references: Any = node.attrs["branches"]
    branches = [reference.name for reference in references]
    tests = [
        e.compare("eq", index, e.constant(index.element, number))
        for number in range(len(branches) - 1)
    ]
    return _choose(body, branches, tests, inputs[1:])


def _choose(
    body: Body,
    branches: Sequence[str],
    tests: Sequence[Register],
    arguments: Sequence[Term],
) -> Sequence[Term]:
    """Runs the branch of the first test that holds, or the last one."""
    e, after = body.e, body.e.label("chosen")
    variables: list[Variable] = []
    for number, branch in enumerate(branches):
        other = e.label("other")
        if number < len(tests):
            taken = e.label("taken")
            e.branch(tests[number], taken, other)
            e.start_block(taken)
        inner, results = body.inner(branch, arguments)
        if not number:
            variables = [body.variable(each) for each in results]
        _require_same(variables, results)
        inner.set(list(zip(variables, results, strict=True)))
        e.jump(after)
        if number < len(tests):
            e.start_block(other)
    e.start_block(after)
    return [body.read(each) for each in variables]


def _require_same(variables: Sequence[Variable], results: Sequence[Term]) -> None:
    for variable, result in zip(variables, results, strict=True):
        held = variable.held
        if (held.shape, held.element) != (result.shape, result.element):
            raise Unsupported("shapes that change from turn to turn, or by branch")


def _while(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    e = body.e
    cond, turn = _function(node, "cond"), _function(node, "body")
    body.settle(inputs)
    unchanged = set(unchanged_variables(body.shared.functions[turn].body))
    changed = [index for index in range(len(inputs)) if index not in unchanged]
    variables = {index: body.variable(inputs[index]) for index in changed}
    following = {index: body.variable(inputs[index]) for index in changed}
    body.set([(variables[index], inputs[index]) for index in changed])
    head, inside, after = (e.label(each) for each in ("while", "turn", "done"))
    e.jump(head)
    e.start_block(head)
    arguments = _arguments(body, inputs, variables)
    tested, (result,) = body.inner(cond, arguments)
    e.branch(_as_condition(tested, result), inside, after)
    e.start_block(inside)
    inner, results = body.inner(turn, arguments)
    _require_same([variables[i] for i in changed], [results[i] for i in changed])
    _move(inner, [(variables[i], following[i], results[i]) for i in changed])
    e.jump(head)
    e.start_block(after)
    return [
        body.read(variables[index]) if index in variables else inputs[index]
        for index in range(len(inputs))
    ]


def _as_condition(body: Body, term: Term) -> Register:
    condition = condition_of(body, term)
    if not condition.is_literal:
        return condition
    slot = body.e.slot(condition.element)
    body.e.set(slot, condition)
    return body.e.get(slot, condition.element)


def _arguments(
    body: Body, inputs: Sequence[Term], variables: dict[int, Variable]
) -> list[Term]:
    return [
        body.read(variables[index]) if index in variables else term
        for index, term in enumerate(inputs)
    ]


def _move(body: Body, moves: Sequence[tuple[Variable, Variable, Term]]) -> None:
    """Sets variables to what the turn gave: all of it is made before any is set."""
    body.set([(following, result) for _, following, result in moves])
    read = [(variable, body.read(following)) for variable, following, _ in moves]
    body.set(read)


CONTROL_FLOW.update(
    {
        "If": _if,
        "StatelessIf": _if,
        "Case": _case,
        "StatelessCase": _case,
        "PartitionedCall": _call,
        "StatefulPartitionedCall": _call,
        "While": _while,
        "StatelessWhile": _while,
    }
)
