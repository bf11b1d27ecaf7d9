"""Gradients of compiled graphs: a forward part that saves values, and a backward part.

Both parts are programs of one graph, which holds the forward nodes followed by the
gradient nodes. Forward values that gradient nodes read are passed from the forward to
the backward program, so that nothing is computed twice, and no stateful or random op
runs again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from graphir.compute.forks import forkable_property
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.apply import BoundAttrs
from runtime.context import CURRENT
from runtime.executor import Program, compile_graph
from runtime.executor.planning.call_graph import called_functions
from runtime.gradients.backward.gradient_graphs import (
    gradient_graph,
    scattered,
)
from runtime.gradients.backward.initial_gradients import zeros_for
from runtime.gradients.backward.replaying import replayed
from runtime.gradients.backward.reverse_accumulation import (
    CALLS_FUNCTIONS,
)
from runtime.tensors.tensor import wrap


def has_own_rules(graph: Graph) -> bool:
    """Whether nodes of a graph, or of its functions, name gradient rules of users."""
    bodies = [graph, *(function.body for function in graph.functions.values())]
    return any("_gradient_op_type" in node.attrs for body in bodies for node in body)


class Routine:
    """A compiled part of a graph that is called with eager tensors.

    Tapes that watch an argument record the call; its gradient is a routine too, so
    gradients of any order are recorded the same way.
    """

    def __init__(
        self,
        graph: Graph,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        control_outputs: Sequence[Node] = (),
        native: Any = None,
        checks: Any = None,
    ) -> None:
        self.graph = graph
        self.inputs = list(inputs)
        self.outputs = list(outputs)
        self.control_outputs = list(control_outputs)
        self.native = native
        """The options of native code, or None if it is not requested."""
        self.checks = checks
        """A function that adds checks of results to a part of a graph, or None."""

    @forkable_property
    def program(self) -> Program:
        """The program that runs while no tape records."""
        ends = self.graph, self.inputs, self.outputs, self.control_outputs
        if self.checks is not None:
            return compile_graph(*self.checks(*ends))
        return compile_graph(*ends, self.native)

    @property
    def options(self) -> tuple[Any, Any]:
        """The options for the compilation of the forward and the backward part."""
        return self.native, self.checks

    @forkable_property
    def parts(self) -> DifferentiableParts:
        """The forward and backward parts, which run while a tape records."""
        return DifferentiableParts(self)

    def __call__(self, tensors: Sequence[Any]) -> list[Any]:
        """The results as eager tensors.

        Raises:
          LookupError: if called while a graph is traced.
        """
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            raise LookupError(
                "The gradient of a function that ran eagerly cannot be taken inside "
                "another function: call the function inside as well."
            )
        tapes = () if ambient is None else ambient.tapes
        return self.run_recorded(tensors, tapes)

    def run_recorded(self, tensors: Sequence[Any], tapes: Sequence[Any]) -> list[Any]:
        """The results; tapes that watch an argument record the call."""
        watching = [tape for tape in tapes if tape.is_watching(tensors)]
        if not watching:
            return _run(self.program, self.outputs, tensors)
        return self.parts.run(list(tensors), watching)


def _run(
    program: Program, outputs: Sequence[Value], tensors: Sequence[Any]
) -> list[Any]:
    results = program(*[tensor._array for tensor in tensors])
    return [wrap(array, value.dtype) for array, value in zip(results, outputs)]


_REPEATABLE: Final = "repeatable"
"""Trait of stateful ops that change nothing; the values that they read are saved."""


def _changes_something(node: Node, library: FunctionLibrary) -> bool:
    """Whether a node has effects itself or in the functions that it calls."""
    if not node.has_trait(CALLS_FUNCTIONS):
        return node.is_stateful and not node.has_trait(_REPEATABLE)
    bodies = [library[each].body for each in called_functions(node)]
    return any(_changes_something(each, library) for body in bodies for each in body)


class DifferentiableParts:
    """The forward and the backward program of a routine."""

    def __init__(self, routine: Routine) -> None:
        graph = routine.graph.copy()

        def twin(value: Value) -> Value:
            return graph.node(value.node.name).outputs[value.index]

        inputs = [twin(value) for value in routine.inputs]
        outputs = [twin(value) for value in routine.outputs]
        controls = [graph.node(node.name) for node in routine.control_outputs]
        self.result_count = len(outputs)
        self.gradients = gradient_graph(graph, inputs, outputs)
        kept = self.gradients.handed_over()
        self.forward = Routine(
            graph, inputs, [*outputs, *kept], controls, *routine.options
        )
        seeds = [each for each in self.gradients.d_outputs if each is not None]
        found = [each for parts in self.gradients.d_inputs for each in parts]
        captured = self.gradients.captured
        self._captured = [outside for outside, _ in captured]
        given = [*seeds, *kept, *[inside for _, inside in captured]]
        self.backward = Routine(graph, given, found, (), *routine.options)
        self.attrs = BoundAttrs({})
        """Attributes that identify calls of this routine, with its rule in traces."""
        if routine.native is None:
            self.attrs.gradients = self.replayed_gradients

    def run(self, tensors: list[Any], tapes: Sequence[Any]) -> list[Any]:
        """The results; each tape records the call with its backward part."""
        asked_again = any(getattr(tape, "asks_again", False) for tape in tapes)
        levels = self._levels(len(tapes) + (asked_again and self._hides_effects))
        forward = levels[-1].forward
        everything = _run(forward.program, forward.outputs, tensors)

        def backward(d_everything: Sequence[Any]) -> list[Any]:
            for parts in levels:
                if parts.gives_only_results(d_everything):
                    return parts.input_gradients(everything, d_everything)
            return levels[-1].of_forward_part(tensors, everything, d_everything)

        attrs = self.attrs if len(levels) == 1 else BoundAttrs({})
        for tape in tapes:
            tape.record("PartitionedCall", tensors, attrs, everything, backward)
        return everything[: self.result_count]

    def _levels(self, order: int) -> list[DifferentiableParts]:
        """These parts and their forward parts' parts, for higher derivatives.

        Where nothing stands in the way, the kept values of the next level are computed
        when they are asked for; with effects that would be too late.
        """
        levels = [self]
        while self._has_effects and len(levels) < order:
            levels.append(levels[-1].forward.parts)
        return levels

    @forkable_property
    def _has_effects(self) -> bool:
        return any(True for _ in self._effects())

    @forkable_property
    def _hides_effects(self) -> bool:
        """Whether branches, loops or functions inside have effects."""
        library = self.forward.graph.functions
        return any(
            node.has_trait(CALLS_FUNCTIONS) and _changes_something(node, library)
            for node in self._effects()
        )

    def _effects(self) -> Iterator[Node]:
        graph = self.forward.graph
        for node in self.gradients.forward_nodes:
            is_own = node.graph is graph and node.is_stateful
            if is_own and not node.has_trait(_REPEATABLE):
                yield node

    def gives_only_results(self, d_everything: Sequence[Any]) -> bool:
        """Whether only results, and no saved values, have gradients."""
        return all(each is None for each in d_everything[self.result_count :])

    def replayed_gradients(
        self,
        inputs: Sequence[Any],
        everything: Sequence[Any],
        d_everything: Sequence[Any],
    ) -> list[Any]:
        """The gradients of the inputs, made by nodes of the current trace.

        Raises:
          LookupError: for gradients of kept values, if these cannot be computed again.
        """
        parts, known = self, list(everything)
        while not parts.gives_only_results(d_everything):
            if self._has_effects:
                raise LookupError("A saved value has no gradient inside a trace.")
            parts = parts.forward.parts
            known += parts._replayed_later([*inputs, *known])
        count = parts.result_count
        back = parts.backward
        tensors = [*parts._seeds(known[:count], d_everything), *known[count:]]
        tensors += parts._captured
        found = replayed(back.graph, back.inputs, back.outputs, tensors)
        return self._grouped(found)

    def _replayed_later(self, known: Sequence[Any]) -> list[Any]:
        routine, positions = self._recomputed_values
        tensors = [known[position] for position in positions]
        return replayed(routine.graph, routine.inputs, routine.outputs, tensors)

    def of_forward_part(
        self, tensors: list[Any], everything: list[Any], d_everything: Sequence[Any]
    ) -> list[Any]:
        """The gradients of the inputs when saved values have gradients too.

        Saved values have gradients in derivatives of higher order only.

        Raises:
          LookupError: if effects inside would happen again.
        """
        if self._hides_effects:
            raise LookupError(
                f"This derivative of {self.forward.graph.name!r} needs values from "
                "inside its branches, loops or functions, which change or draw "
                "something and cannot run again. Nest one tape for each order of "
                "derivative: then the values that all of them need are saved."
            )
        parts = self.forward.parts
        routine, positions = parts._recomputed_values
        known = [*tensors, *everything]
        kept = routine([known[position] for position in positions])
        return parts.input_gradients([*everything, *kept], d_everything)

    @forkable_property
    def _recomputed_values(self) -> tuple[Routine, list[int]]:
        """Computes the saved values from the arguments and the results."""
        forward = self.forward
        known = [*forward.inputs, *forward.outputs[: self.result_count]]
        places: dict[Value, int] = {}
        for position, value in enumerate(known):
            places.setdefault(value, position)
        kept = forward.outputs[self.result_count :]
        routine = Routine(forward.graph, list(places), kept, (), *forward.options)
        return routine, list(places.values())

    def input_gradients(
        self, everything: Sequence[Any], d_results: Sequence[Any]
    ) -> list[Any]:
        """The gradients of the inputs, from the results and the saved values."""
        count = self.result_count
        kept = everything[count : len(self.forward.outputs)]
        seeds = self._seeds(everything[:count], d_results)
        found = self.backward([*seeds, *kept, *self._captured])
        return self._grouped(found)

    def _seeds(self, results: Sequence[Any], d_results: Sequence[Any]) -> list[Any]:
        return [
            zeros_for(result) if d is None else d
            for result, d, seed in zip(results, d_results, self.gradients.d_outputs)
            if seed is not None
        ]

    def _grouped(self, found: Sequence[Any]) -> list[Any]:
        return scattered(found, [len(parts) for parts in self.gradients.d_inputs])
