"""Graph loops over datasets and iterators.

A loop over a dataset is a scan whose state are the loop's variables, and a reduction to
the last state. A loop over an iterator is a while loop that reads the next element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir import dtypes
from runtime.context import current_trace
from runtime.control_flow.conditionals import cond
from runtime.control_flow.loops import Loop
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.mapping_methods import widened
from runtime.data.elements.structures import flat_components, from_tensors
from runtime.data.functions.staged_function import StagedFunction
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.signatures.trace_types import TensorSpec
from runtime.staging.branches import staged_if
from runtime.staging.loop_checks import keeping_kinds, told_names
from runtime.staging.loop_recorder import Recorder, State
from runtime.staging.loops import and_also, record_carrying
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import GraphTrace

Body = Callable[[Any], None]
Test = Callable[[], Any] | None


def over_dataset(dataset: Dataset, extra_test: Test, body: Body, state: State) -> None:
    """Records a loop over the elements of a dataset."""

    def record(state: State) -> None:
        builder = _DatasetLoop(dataset, extra_test is not None)
        recorder = Recorder(
            state, lambda _: body(builder.element()), body, builder.build
        )
        recorder.record(
            lambda _: True if extra_test is None else extra_test(), None, None
        )

    record_carrying(record, state, body)


class _DatasetLoop:
    """A loop as a scan and a reduction."""

    def __init__(self, dataset: Dataset, has_test: bool) -> None:
        self._dataset = dataset
        self._has_test = has_test
        self._element: Any = None
        self._trace: Any = None

    def element(self) -> Any:
        """The element in the body; placeholders in a trial trace of the body."""
        trace: Any = current_trace()
        around = trace
        while around is not None:
            if around is self._trace:
                return self._element
            around = around.outer
        spec = self._dataset.element_spec
        tensors = [
            trace.placeholder("element", dtype, shape)
            for dtype, shape in flat_components(spec)
        ]
        return from_tensors(spec, tensors)

    def build(self, loop: Loop, outer: GraphTrace, name: str) -> list[Tensor]:
        """Adds the datasets; the variables after the last element."""
        variables = list(loop.variables) or [convert_to_tensor(0)]
        shapes = list(loop.invariants)
        specs = tuple(
            TensorSpec(shape, each.dtype) for shape, each in zip(shapes, variables)
        ) or (TensorSpec((), dtypes.int32),)

        def step(state: tuple[Any, ...], element: Any) -> Any:
            self._element, self._trace = element, current_trace()
            given = list(state) if loop.variables else []

            def run() -> Any:
                after = [convert_to_tensor(each) for each in loop.body(given)]
                _check_dtypes(loop, given, after)
                return tuple(after) or state

            if not self._has_test:
                found = run()
                return found, (found, convert_to_tensor(True))
            goes_on = convert_to_tensor(loop.test(given))
            found = tuple(cond(goes_on, run, lambda: tuple(state)))
            return found, (found, goes_on)

        step.__name__ = "scan_body"
        while True:
            function = StagedFunction(
                step, "Dataset_scan", [specs, self._dataset.element_spec]
            )
            wider = widened(specs, function.output_spec[0], "the loop")
            if wider == specs:
                break
            specs = wider
        return self._reduced(function, variables, specs)[: len(loop.variables)]

    def _reduced(
        self, function: StagedFunction, variables: Sequence[Any], specs: Any
    ) -> list[Tensor]:
        attrs = {
            "f": function.attribute(),
            "preserve_cardinality": True,
            "use_default_device": False,
        }
        inputs = [list(variables), function.captured]
        spec = function.output_spec[1]
        scanned = self._dataset.made("_ScanDataset", "ScanDataset", inputs, attrs, spec)
        if self._has_test:
            scanned = scanned.take_while(_goes_on)
        result = scanned.reduce(tuple(variables), _last)
        return list(result)


def _goes_on(variables: Any, goes_on: Any) -> Any:
    return goes_on


def _last(state: Any, found: Any) -> Any:
    return found[0]


_last.__name__ = "reduce_body"
_goes_on.__name__ = "take_while_predicate"


def _check_dtypes(
    loop: Loop, before: Sequence[Tensor], after: Sequence[Tensor]
) -> None:
    """Refuses other dtypes; shapes become as wide as they must."""
    for name, old, new in zip(loop.names, before, after):
        if old.dtype is not new.dtype:
            raise TypeError(
                f"'{name}' has dtype {old.dtype.name} before the loop, but dtype "
                f"{new.dtype.name} after one iteration."
            )


def over_iterator(
    iterator: OwnedIterator, extra_test: Test, body: Body, state: State
) -> None:
    """Records a loop over the remaining elements of an iterator."""

    def record(state: State) -> None:
        has_next: Any = convert_to_tensor(True)
        told = told_names(state.names, state.get(), state.options)

        def set_both(values: tuple[Any, ...]) -> None:
            nonlocal has_next
            *others, has_next = values
            state.set(tuple(others))

        whole = State(
            lambda: (*state.get(), has_next),
            set_both,
            (*state.names, "_has_next"),
            state.options,
        )

        def step(_: Any) -> None:
            nonlocal has_next
            found = iterator.get_next_as_optional()
            has_next = found.has_value()
            staged_if(
                has_next,
                lambda: keeping_kinds(
                    state.names,
                    state.get,
                    told,
                    lambda: body(found.get_value()),
                ),
                lambda: None,
                (state.get, state.set),
                state.names,
                len(state.names),
            )

        recorder = Recorder(whole, step, body)
        recorder.record(lambda _: and_also(has_next, extra_test), None, None)

    record_carrying(record, state, body)
