"""Every rule, from its two sides alone: it fires, and keeps what it promises."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.analysis.evaluation import can_evaluate, evaluate_graph
from graphir.analysis.verifier import verify
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Value
from graphir.ops.contract.registry import declared, find
from graphir.passes.arithmetic.simplification import RULES
from graphir.passes.remapping import RULES as REMAPPING_RULES
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import AttrName, Call, Pattern, Wildcard
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, RewriteRule, Rule, RuleSet, Types
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from tests.graphir.passes.rule_examples import EXAMPLES
from tests.graphir.same_values import assert_same_bits, random_array, results_or_error
from tests.strategies import feeds_for

ALL_RULES = [*RULES, *REMAPPING_RULES]
PATTERN_RULES = [rule for rule in ALL_RULES if isinstance(rule, Rule)]
CLASS_RULES = [rule for rule in ALL_RULES if not isinstance(rule, Rule)]
TYPES = {
    Types.ANY: "f32 i32 bool f64 bf16",
    Types.NUMBERS: "f32 i32 c64",
    Types.REAL: "f32 i32 f64 i64 f16",
    Types.INTEGERS: "i32 i64 u8 i8",
    Types.FLOATS: "f32 f64 f16 bf16",
    Types.BOOL: "bool",
}
SHAPES = [
    {"x": [2, 3], "y": [2, 3], "c": [2, 3], "d": [3]},
    {"x": [2, 3], "y": [3], "c": [], "d": []},
    {"x": [1, 3], "y": [2, 1], "c": [2, 1], "d": [1]},
    {"x": [], "y": [], "c": [], "d": []},
]


@dataclass
class Case:
    """One way to write a rule's left side as a graph."""

    rule: Rule
    dtype: DType
    shapes: Mapping[str, list[int]]
    op: str = ""
    constants_only: bool = False
    is_dynamic: bool = False
    """Whether the graph does not know the sizes of its inputs."""


def cases(rule: Rule) -> Iterator[Case]:
    ops = trait_ops(rule) or [""]
    # a rule about a hundred ops is tried with each of them, and less with each
    are_many = len(ops) > 20
    for name in TYPES[rule.types].split():
        for shapes in SHAPES[:1] if are_many else SHAPES:
            for op in ops:
                for constants_only in (False,) if are_many else (False, True):
                    yield Case(rule, dtypes.as_dtype(name), shapes, op, constants_only)


def trait_ops(rule: Rule) -> list[str]:
    """The unary ops that ``f`` of a pattern may stand for."""
    traits = {call.trait for call in calls(rule.left) if call.trait}
    return [
        each.__name__
        for each in declared()
        if traits & each.all_traits()
        and each.is_pure()
        and len(each.declared().inputs) == 1
        and not each.declared().has_list_inputs
    ]


def calls(pattern: Pattern) -> Iterator[Call]:
    if isinstance(pattern, Call):
        yield pattern
        for arg in pattern.args:
            yield from calls(arg)


def names(pattern: Pattern) -> list[str]:
    found: dict[str, None] = {}
    for call in calls(pattern):
        found.update((arg.name, None) for arg in call.args if isinstance(arg, Wildcard))
    return list(found)


def built(case: Case, rng: np.random.Generator) -> tuple[Graph, dict[str, Any]]:
    """The left side as a graph, and arrays for its inputs."""
    graph, feeds = Graph("left"), {}
    build = GraphBuilder(graph)
    bindings: dict[str, Any] = {"f": SimpleNamespace(op=case.op, attrs={})}
    for name in names(case.rule.left):
        bindings[name] = bound_value(case, name, build, feeds, rng)
    for call in calls(case.rule.left):
        for attr in call.attrs.values():
            if isinstance(attr, AttrName):
                bindings[attr.name] = case.rule.examples[attr.name]
    root = graph.add_node("NoOp", (), {}, [(case.dtype, Shape([]))], "root")
    result = Rewriter(graph, root).build(case.rule.left, bindings)
    if isinstance(result, tuple):
        (result,) = result
    assert result is not None
    graph.outputs = [result]
    graph.remove_node(root)
    for node in graph:
        if (
            len(node.inputs) == 2
            and node.has_trait("commutative")
            and rng.random() < 0.5
        ):
            # the matcher takes any order of operands, so all must be right
            node.set_inputs(node.inputs[::-1])
    return graph, feeds


def bound_value(
    case: Case,
    name: str,
    build: GraphBuilder,
    feeds: dict[str, Any],
    rng: np.random.Generator,
) -> Value:
    example = case.rule.examples.get(name)
    if example is not None and not isinstance(example, np.ndarray):
        return build.constant(example, name=name)
    is_condition = name == "c" and "select" in case.rule.name
    dtype = dtypes.bool_ if is_condition else case.dtype
    shape = case.shapes[name] if example is None else example.shape
    if example is not None:
        dtype = dtypes.of_array(example)
    array = make_array(case, dtype, Shape(shape), rng)
    if case.constants_only and name != "x":
        return build.constant(array, dtype, name)
    feeds[name] = array
    known = [None] * len(shape) if case.is_dynamic else shape
    return build.graph.add_input(name, dtype, Shape(known))


def make_array(case: Case, dtype: DType, shape: Shape, rng: np.random.Generator) -> Any:
    if case.rule.exactness is Exactness.FINITE_ONLY and dtype.is_floating:
        return rng.uniform(0.5, 2, shape.as_ints()).astype(dtype.numpy_dtype)
    return random_array(dtype, shape, rng)


def assert_promise(rule: Rule, before: list[Any], after: list[Any]) -> None:
    if rule.exactness is Exactness.EXACT or before[0].dtype.kind not in "fV":
        assert_same_bits(before, after)
        return
    wide = [np.asarray(each[0], np.float64) for each in (before, after)]
    tolerance = 0.05 if before[0].dtype.itemsize == 2 else 1e-5
    np.testing.assert_allclose(*wide, rtol=tolerance, atol=tolerance)


def check(case: Case, seed: int) -> bool:
    """Whether the rule fired; the results are compared if it did."""
    rng = np.random.default_rng(seed)
    case = dataclasses.replace(case, is_dynamic=seed == 2)
    try:
        graph, feeds = built(case, rng)
    except (InvalidGraphError, TypeError, OverflowError):
        return False
    if not all(can_evaluate(node) for node in graph if node.op != "Placeholder"):
        return False
    verify(graph)
    with np.errstate(all="ignore"):
        before = results_or_error(graph, feeds)
        if not isinstance(before, list):
            # what an unneeded node raises may be lost, as when it is pruned
            return False
        counts = rewrite(graph, RuleSet(case.rule))
        verify(graph)
        after = evaluate_graph(graph, feeds)
    if counts:
        assert_promise(case.rule, before, after)
    return bool(counts)


@pytest.mark.parametrize("rule", PATTERN_RULES, ids=lambda rule: rule.name)
def test_rule_fires_and_keeps_its_promise(rule: Rule) -> None:
    missing = [
        name for call in calls(rule.left) for name in call.ops[:1] if not find(name)
    ]
    if missing:
        pytest.skip(f"{missing} cannot be run here")
    fired = [check(case, seed) for case in cases(rule) for seed in range(3)]
    assert any(fired), f"{rule.name} never fired: {rule.equation}"


EXAMPLES_OF_CLASSES = [
    pytest.param(rule, text, id=f"{rule.name}-{number}")
    for rule in CLASS_RULES
    for number, text in enumerate(EXAMPLES.get(rule.name, [""]))
]


@pytest.mark.parametrize(("rule", "text"), EXAMPLES_OF_CLASSES)
def test_rewrite_fires_and_keeps_its_promise(rule: RewriteRule, text: str) -> None:
    """Those that are no equations, on the graphs filed for them."""
    assert text, f"{rule.name} has no example in rule_examples.py"
    before, after = parse_graph(text), parse_graph(text)
    assert rewrite(after, RuleSet(rule))[rule.name]
    verify(after)
    rng = np.random.default_rng(7)
    for _ in range(10):
        feeds = feeds_for(before, rng)
        if rule.exactness is not Exactness.EXACT:
            feeds = {name: np.tanh(np.nan_to_num(each)) for name, each in feeds.items()}
        with np.errstate(all="ignore"):
            pair = results_or_error(before, feeds), results_or_error(after, feeds)
        assert pair[0] is not None
        if rule.exactness is Exactness.EXACT:
            assert_same_bits(*pair)
        else:
            np.testing.assert_allclose(pair[1][0], pair[0][0], rtol=1e-5, atol=1e-5)


def test_names_are_unique() -> None:
    found = [rule.name for rule in ALL_RULES]
    assert len(set(found)) == len(found)
