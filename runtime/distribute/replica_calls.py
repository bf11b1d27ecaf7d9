"""Runs a function as several replicas: eagerly on threads, or as functions of a graph.

Eager replicas take turns: one runs until it meets the others, so Python code of two
never runs at once. In a graph each replica is a function of its own, and one op runs
them all at the same time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from typing import Any

import numpy as np

from autograph.operators.calls import converted_call, converting_members
from autograph.options import ConversionOptions
from graphir import dtypes
from graphir.attributes import FunctionRef
from runtime.apply import apply_op
from runtime.autograph_operators import install
from runtime.context import current_trace
from runtime.devices.placement import device as on_device
from runtime.distribute.contexts import (
    Position,
    ReplicaContext,
    SharedVariables,
    at_position,
)
from runtime.distribute.merged_values import as_merged
from runtime.distribute.values import regrouped, selected
from runtime.executor.kernels.replicas import on_threads
from runtime.random.seeds import NUMBERS_OF_REPLICAS, continue_numbers
from runtime.stateful_kernels.collective_groups import (
    MEMBER,
    ThreadGroup,
    ThreadMember,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import order_effects, resources_only_read
from runtime.tracing.function_graphs import (
    add_body,
    function_name,
    shapes_of,
    types_of,
)
from runtime.tracing.graph_trace import GraphTrace, next_number
from runtime.tracing.graphs import Operation

Call = Callable[..., Any]
_OPTIONS = ConversionOptions(recursive=True, user_requested=True)


def call_replicas(
    strategy: Any, fn: Call, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """The results of all replicas of a strategy, regrouped.

    Raises:
      Exception: the first error of a replica, when all have ended.
    """
    count = len(strategy.extended.devices)
    trace: Any = current_trace()
    if trace is not None:
        return _in_graph(strategy, fn, args, kwargs, trace)
    call = _Call(strategy, fn, args, kwargs)
    NUMBERS_OF_REPLICAS.set(itertools.count())  # of this context, as of each replica's
    works = [partial(call.work, copy) for copy in range(count)]
    outside = copy_context()
    group = EagerGroup(count, lambda *given: outside.run(*given))
    return regrouped(on_threads(group, works))


class EagerGroup(ThreadGroup):
    """The group of eager replicas: `outside` runs functions in the caller's context."""

    def __init__(self, size: int, outside: Callable[..., Any]) -> None:
        super().__init__(size, in_turns=True)
        self.outside = outside


class _Call:
    """One call of a function as replicas."""

    def __init__(
        self, strategy: Any, fn: Call, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self.strategy, self._fn = strategy, fn
        self._args, self._kwargs = args, kwargs
        self._shared = SharedVariables()
        self._contexts: dict[int, ReplicaContext] = {}

    def work(self, copy: int) -> Any:
        """Runs one replica; returns its result."""
        with on_device(self.strategy.extended.devices[copy]), self.context(copy):
            args = selected(self._args, copy)
            return self._fn(*args, **selected(self._kwargs, copy))

    def context(self, copy: int) -> ReplicaContext:
        """The context of a replica; the same each time."""
        if copy not in self._contexts:
            number = convert_to_tensor(np.int32(copy))
            self._contexts[copy] = ReplicaContext(
                self.strategy, number, copy, copy, self._shared
            )
        return self._contexts[copy]


# --- in a graph


def _in_graph(
    strategy: Any,
    fn: Call,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    outer: GraphTrace,
) -> Any:
    call = _Call(strategy, _converted(fn), args, kwargs)
    replicas = [
        _TracedReplica(call, copy, outer)
        for copy in range(len(strategy.extended.devices))
    ]
    for each in replicas:
        add_body(each.trace, outer)
    inputs = [tensor for each in replicas for tensor in each.captured]
    outputs = [value for each in replicas for value in each.trace.graph.outputs]
    attrs = {
        "Tin": types_of(inputs),
        "Tout": types_of(outputs),
        "replicas": [FunctionRef(each.trace.name) for each in replicas],
        "input_counts": [len(each.captured) for each in replicas],
        "output_counts": [len(each.trace.graph.outputs) for each in replicas],
        "output_shapes": shapes_of(outputs),
        "in_turns": _share_what_changes(replicas),
    }
    found = apply_op("_RunReplicas", [inputs], attrs, "replicas")
    remaining = iter([] if isinstance(found, Operation) else found)
    given: dict[int, Tensor] = {}
    return regrouped([each.packed(remaining, given) for each in replicas])


def _share_what_changes(replicas: Sequence[_TracedReplica]) -> bool:
    """Whether one changes a resource that another one uses: then they take turns.

    So a variable or generator without copies changes in the order of replicas.
    """
    users: dict[int, int] = {}
    changed: set[int] = set()
    for each in replicas:
        only_read = resources_only_read(each.trace)
        for outside, inside in each.trace.captures.pairs():
            if outside.dtype is not dtypes.resource:
                continue
            users[id(outside)] = users.get(id(outside), 0) + 1
            if inside.value not in only_read:
                changed.add(id(outside))
    return any(users[each] > 1 for each in changed)


class _TracedReplica:
    """The function of one replica: its trace, and its results."""

    def __init__(self, call: _Call, copy: int, outer: GraphTrace) -> None:
        name = function_name(outer.scope, f"replica_{copy}", next_number())
        self.trace = GraphTrace(name, outer, scope=outer.scope, is_branch=True)
        continue_numbers(self.trace, outer)
        with self.trace.recording():
            result = call.work(copy)
            with at_position(Position(call.strategy, None, copy)):
                self._leaves = [_as_result(leaf) for leaf in flatten(result)]
            tensors = [each for each in self._leaves if isinstance(each, Tensor)]
            outputs = [apply_op("Identity", [each]) for each in tensors]
            number_of = call.context(copy).mirrored_number
            self._mirrored = [number_of(each) for each in tensors]
        self._structure = result
        self.trace.graph.outputs = [each.value for each in outputs]
        pairs = self.trace.captures.pairs()
        self.trace.graph.inputs = [inside.value for _, inside in pairs]
        order_effects(self.trace, outputs)
        self.captured = [outside for outside, _ in pairs]

    def packed(self, results: Iterator[Tensor], mirrored: dict[int, Tensor]) -> Any:
        """The replica's results in the enclosing trace, nested as in the replica.

        For a tensor that is equal in all replicas, ``mirrored`` keeps the first
        replica's result by number.
        """
        own = []
        for number in self._mirrored:
            result = next(results)
            if number is not None:
                result = mirrored.setdefault(number, result)
            own.append(result)
        remaining = iter(own)
        leaves = [
            next(remaining) if isinstance(leaf, Tensor) else leaf
            for leaf in self._leaves
        ]
        return pack(self._structure, leaves)


def _as_result(leaf: Any) -> Any:
    """A tensor for what is one; Python values stay, what only acts gives nothing."""
    if isinstance(leaf, Operation):
        return None
    if hasattr(leaf, "read_value"):
        return leaf.value()
    if isinstance(leaf, np.ndarray) or hasattr(type(leaf), "__tf_tensor__"):
        return convert_to_tensor(leaf)
    return leaf


def _converted(fn: Call) -> Call:
    """The function as converted code calls it."""
    install()
    if hasattr(fn, "__autograph_call_as_is__"):
        return fn

    def call(*args: Any, **kwargs: Any) -> Any:
        with converting_members(fn, (*args, *kwargs.values()), _OPTIONS):
            return converted_call(fn, args, kwargs, None, _OPTIONS)

    return call


# --- meeting in merge_call


def merge_replicas(
    context: ReplicaContext,
    fn: Call,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """The cross-replica function's result, reduced to this replica's part.

    Eagerly the function is called once, with the arguments of all replicas. In a graph
    each replica calls it, and reads of other replicas' values are collectives.
    """
    strategy = context.strategy
    if current_trace() is not None:
        return _merge_in_graph(context, fn, args, kwargs)
    member = MEMBER.get()
    assert isinstance(member, ThreadMember)
    group: Any = member.group

    def merge(given: list[Any]) -> Any:
        # as the first replica has it, whoever comes last
        first_fn, _, _ = given[0]
        positional, named = regrouped([(a, k) for _, a, k in given])

        def run() -> Any:
            with at_position(Position(strategy, None)):
                return first_fn(strategy, *positional, **named)

        return group.outside(run)

    item = fn, tuple(args), dict(kwargs)
    result = group.meet(context.copy, "merge_call", item, merge)
    return selected(result, context.copy)


def _merge_in_graph(
    context: ReplicaContext, fn: Call, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    where = Position(context.strategy, None, context.copy, context)
    given = as_merged((tuple(args), dict(kwargs)), context)
    with at_position(where):
        result = _converted(fn)(context.strategy, *given[0], **given[1])
        leaves = flatten(result, composites=False)
        context.note_mirrored(each for each in leaves if isinstance(each, Tensor))
        return selected(result, context.copy)


__all__ = ["EagerGroup", "call_replicas", "merge_replicas"]
