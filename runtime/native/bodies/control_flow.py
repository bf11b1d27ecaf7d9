"""Branches, loops and calls of functions, as blocks of native code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.node import Node
from runtime.executor.planning.plan import unchanged_variables
from runtime.native.bodies.bodies import (
    Body,
    Variable,
    condition_of,
    writes_flow,
)
from runtime.native.bodies.counting import find_counting
from runtime.native.bodies.lists import Listed, Storage
from runtime.native.bodies.turns import turns_at_once, watch_loop
from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.terms.terms import Term


def _function(node: Node, attr: str) -> str:
    reference: Any = node.attrs[attr]
    name: str = reference.name
    return name


@writes_flow("PartitionedCall", "StatefulPartitionedCall")
def _call(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    body.settle(inputs)
    given = _lent(inputs)
    inner, results = body.inner(_function(node, "f"), given)
    inner.settle(results)
    _take_back(inputs, given)
    # nothing was left between: what is there inside is there outside
    body.scope.memories.update(inner.scope.memories)
    body.scope.numbers.update(inner.scope.numbers)
    return results


@writes_flow("If", "StatelessIf")
def _if(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    condition = condition_of(body, inputs[0])
    body.settle(inputs[1:])
    branches = [_function(node, "then_branch"), _function(node, "else_branch")]
    return _choose(body, branches, [condition], inputs[1:])


@writes_flow("Case", "StatelessCase")
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
    variables: list[Variable | Storage] = []
    lent: list[list[Term]] = []
    for number, branch in enumerate(branches):
        other = e.label("other")
        if number < len(tests):
            taken = e.label("taken")
            e.branch(tests[number], taken, other)
            e.start_block(taken)
        given = _lent(arguments)
        inner, results = body.inner(branch, given)
        lent += [given]
        if not number:
            variables = [_variable(body, each) for each in results]
        _require_same(variables, results)
        _set(inner, list(zip(variables, results, strict=True)))
        e.jump(after)
        if number < len(tests):
            e.start_block(other)
    e.start_block(after)
    for given in lent:
        _take_back(arguments, given)
    return [_read(body, each) for each in variables]


def _variable(body: Body, like: Term) -> Variable | Storage:
    """A place for values of one shape; a list has its own."""
    return like.storage if isinstance(like, Listed) else body.variable(like)


def _read(body: Body, variable: Variable | Storage) -> Term:
    if isinstance(variable, Storage):
        return Listed.of(variable)
    return body.read(variable)


def _set(body: Body, pairs: Sequence[tuple[Variable | Storage, Term]]) -> None:
    """Assigns values to variables; lists are updated in place already."""
    body.set([(v, term) for v, term in pairs if isinstance(v, Variable)])


def _lent(arguments: Sequence[Term]) -> list[Term]:
    """Arguments for a function; of lists, versions that it may change.

    Raises:
      Unsupported: if two are the same list, or one is another version's by now.
    """
    lent: list[Term] = []
    storages: set[int] = set()
    for each in arguments:
        if isinstance(each, Listed):
            storage = each.present()
            if id(storage) in storages:
                if each.again is None:
                    raise Unsupported("a list that is two arguments of one function")
                storage = each.again()
            storages.add(id(storage))
            lent.append(Listed.of(storage))
        else:
            lent.append(each)
    return lent


def _take_back(arguments: Sequence[Term], lent: Sequence[Term]) -> None:
    """Notes which lists a function has changed."""
    for argument, each in zip(arguments, lent, strict=True):
        if not isinstance(argument, Listed) or not isinstance(each, Listed):
            continue
        if argument.storage is each.storage and not each.is_current:
            argument.is_current = False


def _require_same(
    variables: Sequence[Variable | Storage], results: Sequence[Term]
) -> None:
    for variable, result in zip(variables, results, strict=True):
        if isinstance(variable, Storage):
            _require_list(variable, result)
            continue
        held = variable.held
        if (held.shape, held.element) != (result.shape, result.element):
            raise Unsupported("shapes that change from turn to turn, or by branch")


def _require_list(storage: Storage, result: Term) -> None:
    if (
        not isinstance(result, Listed)
        or result.storage is not storage
        or not result.is_current
    ):
        raise Unsupported("a list that another list takes the place of")


@writes_flow("While", "StatelessWhile")
def _while(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    e = body.e
    cond, turn = _function(node, "cond"), _function(node, "body")
    body.settle(inputs)
    owned, inputs = inputs, _lent(inputs)
    unchanged = set(unchanged_variables(body.shared.functions[turn].body))
    changed = [index for index in range(len(inputs)) if index not in unchanged]
    # lists are where they are: nothing is to be moved
    variables = {index: _variable(body, inputs[index]) for index in changed}
    following = {index: _variable(body, inputs[index]) for index in changed}
    _set(body, [(variables[index], inputs[index]) for index in changed])
    head, inside, after = (e.label(each) for each in ("while", "turn", "done"))
    watch = watch_loop(body, [cond, turn])
    functions = body.shared.functions
    counted = find_counting(functions[cond], functions[turn], unchanged)
    body.shared.open_loops += 1
    e.jump(head)
    e.start_block(head)
    copies = 0 if counted is not None else turns_at_once(body.shared, cond, turn)
    watch.write_head(e, turns=copies)

    def write_test(following: str) -> tuple[list[Term], Body]:
        """Writes the condition, and a jump out of the loop if it is false."""
        arguments = _arguments(body, inputs, variables)
        given = _lent(arguments)
        tested, (result,) = body.inner(cond, given)
        e.branch(_as_condition(tested, result), following, after)
        _require_unchanged(given)
        e.start_block(following)
        return arguments, tested

    def write_turn() -> None:
        given = _lent(_arguments(body, inputs, variables))
        inner, results = body.inner(turn, given)
        _require_unchanged([given[index] for index in unchanged])
        _require_same([variables[i] for i in changed], [results[i] for i in changed])
        _move(inner, [(variables[i], following[i], results[i]) for i in changed])

    if counted is not None:
        arguments, tested = write_test(e.label("chunk"))
        after_one = counted.write_turns(
            e,
            body.number(arguments[counted.count]),
            tested.number(arguments[counted.bound]),
        )
        left = e.slot(I64)
        e.set(left, watch.write_chunk(e, after_one))
        outer, head = head, e.label("again")
        e.jump(head)
        e.start_block(head)
        present = e.get(left, I64)
        e.branch(e.compare("ne", present, e.constant(I64, 0)), inside, outer)
        e.start_block(inside)
        e.set(left, e.sub(present, e.constant(I64, 1)))
        write_turn()
    for _ in range(copies):
        write_test(e.label("turn"))
        write_turn()
    e.jump(head)
    e.start_block(after)
    body.shared.open_loops -= 1
    for index in changed:
        _give_away(inputs[index])
    _take_back(owned, inputs)
    return [
        _read(body, variables[index]) if index in variables else inputs[index]
        for index in range(len(inputs))
    ]


def _require_unchanged(arguments: Sequence[Term]) -> None:
    if any(isinstance(each, Listed) and not each.is_current for each in arguments):
        raise Unsupported("a list that a loop changes and does not hand on")


def _give_away(term: Term) -> None:
    if isinstance(term, Listed):
        term.is_current = False


def _as_condition(body: Body, term: Term) -> Register:
    condition = condition_of(body, term)
    if not condition.is_literal:
        return condition
    slot = body.e.slot(condition.element)
    body.e.set(slot, condition)
    return body.e.get(slot, condition.element)


def _arguments(
    body: Body, inputs: Sequence[Term], variables: dict[int, Variable | Storage]
) -> list[Term]:
    return [
        _read(body, variables[index]) if index in variables else term
        for index, term in enumerate(inputs)
    ]


def _move(
    body: Body,
    moves: Sequence[tuple[Variable | Storage, Variable | Storage, Term]],
) -> None:
    """Assigns the results of an iteration, after all of them are computed."""
    _set(body, [(following, result) for _, following, result in moves])
    read = [(variable, _read(body, following)) for variable, following, _ in moves]
    _set(body, read)
