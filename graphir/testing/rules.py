"""Tests for users' own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.analysis.evaluation import evaluate_graph
from graphir.analysis.verifier import verify
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import GraphirError, InvalidGraphError
from graphir.graph import Graph
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import Call, Pattern, Wildcard
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, Rule, RuleSet, Types
from graphir.shapes import Shape

_DTYPES: Final = {
    Types.ANY: ("float32", "int32", "bool"),
    Types.NUMBERS: ("float32", "int32", "complex64"),
    Types.REAL: ("float32", "int32", "float64"),
    Types.INTEGERS: ("int32", "int64", "uint8"),
    Types.FLOATS: ("float32", "float64"),
    Types.BOOL: ("bool",),
}
_SHAPES: Final[tuple[list[int], ...]] = ([2, 3], [3], [])
_SAMPLES: Final = 4


class RuleError(AssertionError, GraphirError):
    """A rule changes an answer, or never applies."""


def check_rule(rule: Rule, seed: int = 0) -> int:
    """Tries a rule on random tensors of its types; how many times it applied.

    The left side is built as a graph, with operands of equal and of broadcast shapes,
    known and open; where the rule applies, both sides are computed and compared as
    exactly as it promises. Wildcards with a value in ``examples`` are that constant.

    >>> from graphir.rewrite.pattern import wildcards
    >>> (x,) = wildcards("x")
    >>> check_rule(Rule("double_negation", -(-x), x, types=Types.REAL)) > 0
    True
    >>> check_rule(Rule("wrong", -(-x), -x, types=Types.REAL))
    Traceback (most recent call last):
    graphir.testing.rules.RuleError: wrong: --x = -x differs for float32...

    Raises:
      RuleError: if results differ, or the rule never applies; shows the inputs.
    """
    rng = np.random.default_rng(seed)
    fired = 0
    for dtype, shapes, is_open in _cases(rule):
        for _ in range(_SAMPLES):
            fired += _try(rule, dtype, shapes, is_open, rng)
    if not fired:
        raise RuleError(f"{rule.name}: {rule.equation} never applies.")
    return fired


def _cases(rule: Rule) -> Iterator[tuple[DType, Mapping[str, Sequence[int]], bool]]:
    names = _wildcards(rule.left)
    for dtype in _DTYPES[rule.types]:
        for shape in _SHAPES:
            for is_open in (False, True):
                equal = dict.fromkeys(names, shape)
                yield dtypes.as_dtype(dtype), equal, is_open
                if shape and len(names) > 1:
                    yield dtypes.as_dtype(dtype), {**equal, names[-1]: []}, is_open


def _wildcards(pattern: Pattern) -> list[str]:
    found: dict[str, None] = {}
    if isinstance(pattern, Wildcard):
        found[pattern.name] = None
    elif isinstance(pattern, Call):
        for arg in pattern.args:
            found.update(dict.fromkeys(_wildcards(arg)))
    return list(found)


def _try(
    rule: Rule,
    dtype: DType,
    shapes: Mapping[str, Sequence[int]],
    is_open: bool,
    rng: np.random.Generator,
) -> int:
    try:
        graph, feeds = _built(rule, dtype, shapes, is_open, rng)
    except (InvalidGraphError, TypeError, ValueError):
        return 0  # the ops of the rule have no such type
    before = evaluate_graph(graph, feeds)
    counts = rewrite(graph, RuleSet(rule))
    verify(graph)
    after = evaluate_graph(graph, feeds)
    for old, new in zip(before, after, strict=True):
        if not _agree(rule.exactness, np.asarray(old), np.asarray(new)):
            raise RuleError(
                f"{rule.name}: {rule.equation} differs for {dtype.name}: "
                f"{feeds} gives {old}, and {new} after it."
            )
    return counts[rule.name]


def _built(
    rule: Rule,
    dtype: DType,
    shapes: Mapping[str, Sequence[int]],
    is_open: bool,
    rng: np.random.Generator,
) -> tuple[Graph, dict[str, Any]]:
    graph = Graph("left")
    build = GraphBuilder(graph)
    feeds: dict[str, Any] = {}
    bindings: dict[str, Any] = dict(rule.examples)
    for name, shape in shapes.items():
        if name in rule.examples:
            bindings[name] = build.constant(rule.examples[name], dtype, name)
            continue
        feeds[name] = _random(dtype, shape, rule.exactness, rng)
        known = [None] * len(shape) if is_open else list(shape)
        bindings[name] = graph.add_input(name, dtype, Shape(known))
    root = graph.add_node("NoOp", (), {}, [(dtype, Shape([]))], "root")
    result = Rewriter(graph, root).build(rule.left, bindings)
    if result is None:
        raise InvalidGraphError(f"{rule.name}: the left side cannot be built.")
    graph.outputs = [result]
    graph.remove_node(root)
    return graph, feeds


def _random(
    dtype: DType, shape: Sequence[int], exactness: Exactness, rng: np.random.Generator
) -> Any:
    if dtype.is_bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.is_integer:
        low = 0 if dtype.is_unsigned else -9
        return np.asarray(rng.integers(low, 10, shape), dtype.numpy_dtype)
    numbers = np.asarray(rng.standard_normal(shape) * 3)
    if exactness is Exactness.FINITE_ONLY:
        numbers = np.abs(numbers) + 0.5
    elif numbers.size > 1 and exactness is Exactness.EXACT:
        special = rng.choice([np.nan, np.inf, -np.inf, -0.0], numbers.shape)
        numbers = np.where(rng.random(numbers.shape) < 0.2, special, numbers)
    return numbers.astype(dtype.numpy_dtype)


def _agree(exactness: Exactness, old: Any, new: Any) -> bool:
    if old.shape != new.shape or old.dtype != new.dtype:
        return False
    if exactness is Exactness.EXACT:
        both_nan = (old != old) & (new != new)
        signs = np.signbit(old) == np.signbit(new) if old.dtype.kind == "f" else True
        return bool(np.all(both_nan | ((old == new) & signs)))
    return bool(np.allclose(old, new, rtol=1e-5, atol=1e-5, equal_nan=True))


__all__ = ["RuleError", "check_rule"]
