"""A traced function of a dataset op: its graph, captures and output spec."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.calls import converted_call, converting_members
from autograph.options import ConversionOptions
from graphir.attributes import FunctionRef
from graphir.graph import Graph
from runtime.apply import apply_op
from runtime.autograph_operators import install
from runtime.context import current_trace
from runtime.data.elements.components import Component
from runtime.data.elements.structures import (
    flat_components,
    flatten,
    from_tensors,
    normalized,
    structure_spec,
    to_tensors,
)
from runtime.data.functions.debug_mode import DebugMode
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.functions.graph_import import bring
from runtime.functions.python_functions import py_function
from runtime.staging.refusals import refusals_of
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import order_effects
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import GraphTrace, next_number
from runtime.variables.variable_creation import (
    CREATION,
    SINGLETON,
    VariableCreation,
)

_OPTIONS = ConversionOptions(recursive=True, user_requested=True)


class StagedFunction:
    """A user's function, traced for elements of its specs.

    ``arguments`` are the specs of its arguments; ``output_spec`` is the spec of its
    result.
    """

    def __init__(
        self, function: Callable[..., Any], role: str, arguments: Sequence[Any]
    ) -> None:
        if not callable(function):
            raise ValueError(
                f"Argument `func` must be a callable. Received func={function} (of "
                f"type {type(function)})"
            )
        install()
        self.user_function = function
        self.output_spec: Any = None
        self._arguments = list(arguments)
        self._transformation = role
        self._role = re.sub(r"[^A-Za-z0-9_.]", "", f"{role}_{name_of(function)}")
        traced = self._trace(self._called)
        if DebugMode.enabled:
            traced = self._trace(self._called_as_python)
        self._trace_made = traced
        self.name = f"__inference_{self._role}_{next_number()}"
        self._function = to_function(traced.graph, self.name)

    # --- what ops take

    @property
    def captured(self) -> list[Tensor]:
        """The tensors from outside that the function reads."""
        return [outside for outside, _ in self._trace_made.captures.pairs()]

    @property
    def body(self) -> Graph:
        """The graph."""
        return self._function.body

    @property
    def output_types(self) -> list[Component]:
        """Dtype and shape of each component that it returns."""
        return flat_components(self.output_spec)

    def attribute(self) -> Any:
        """The value of the op's attribute: eagerly with the library that holds it."""
        trace: Any = current_trace()
        library = self._trace_made.graph.functions
        if trace is None:
            if self.name not in library:
                library.add(self._function)
            return LinkedFunction(FunctionRef(self.name), library)
        bring(trace.graph.functions, library, self._function)
        return FunctionRef(self.name)

    # --- tracing

    def _trace(self, call: Callable[[list[Any]], Any]) -> GraphTrace:
        """The trace; where it creates variables, the one after they have values."""
        creation = VariableCreation()
        trace = self._traced_once(call, creation)
        if not creation.has_any:
            return trace
        creation.initialize(trace, ())
        return self._traced_once(call, VariableCreation(SINGLETON))

    def _traced_once(
        self, call: Callable[[list[Any]], Any], creation: VariableCreation
    ) -> GraphTrace:
        outer: Any = current_trace()
        trace = GraphTrace(self._role, outer, is_function=True)
        trace.defaults.boundary = StagedFunction._traced_once.__code__
        CREATION.set(trace, creation)
        with trace.recording(), refusals_of(trace):
            values = [
                self._placeholders(trace, spec, place)
                for place, spec in enumerate(self._arguments)
            ]
            result = self._element(call(values))
            self.output_spec = structure_spec(result)
            outputs = [_returned(each) for each in to_tensors(self.output_spec, result)]
        trace.graph.outputs = [tensor.value for tensor in outputs]
        trace.captures.put_last()
        order_effects(trace, outputs)
        return trace

    def _element(self, returned: Any) -> Any:
        """What a function returned, as an element.

        Raises:
          TypeError: for a value that no element holds.
        """
        try:
            return normalized(_as_tuple(returned))
        except (TypeError, ValueError) as error:
            name = self._transformation.replace("Dataset_", "Dataset.")
            raise TypeError(
                f"Unsupported return value from function passed to {name}(): "
                f"{returned}."
            ) from error

    def _placeholders(self, trace: GraphTrace, spec: Any, place: int) -> Any:
        tensors = []
        for dtype, shape in flat_components(spec):
            number = len(trace.captures.arguments)
            inside = trace.placeholder(f"args_{number}", dtype, shape, f"args_{number}")
            trace.captures.arguments.append(inside)
            tensors.append(inside)
        return from_tensors(spec, tensors)

    def _called(self, values: list[Any]) -> Any:
        function = self.user_function
        if hasattr(function, "__autograph_call_as_is__"):
            return function(*values)
        with converting_members(function, tuple(values), _OPTIONS):
            return converted_call(function, tuple(values), {}, None, _OPTIONS)

    def _called_as_python(self, values: list[Any]) -> Any:
        """The call as a node that runs Python when the graph runs."""
        spec, given = self.output_spec, self._arguments
        flat = [
            each for one, value in zip(given, values) for each in to_tensors(one, value)
        ]

        def call(*tensors: Any) -> list[Any]:
            remaining = list(tensors)
            arguments = []
            for one in given:
                count = len(flat_components(one))
                arguments.append(from_tensors(one, remaining[:count]))
                del remaining[:count]
            result = normalized(_as_tuple(self.user_function(*arguments)), spec)
            return to_tensors(spec, result)

        types = [dtype for dtype, _ in flat_components(spec)]
        found = py_function(call, flat, types)
        results = found if isinstance(found, list) else [found]
        for tensor, (_, shape) in zip(results, flat_components(spec)):
            tensor.set_shape(shape)
        return from_tensors(spec, results)


def _returned(tensor: Tensor) -> SymbolicTensor:
    output: SymbolicTensor = apply_op("Identity", [tensor])
    return output


def _as_tuple(result: Any) -> Any:
    """A list that a function returns is a tuple of its items."""
    return tuple(result) if type(result) is list else result


def name_of(function: Any) -> str:
    """The name of a callable, as functions of graphs get it."""
    inner = getattr(function, "func", function)
    inner = getattr(inner, "python_function", inner)
    name: str = getattr(inner, "__name__", type(inner).__name__)
    return name.strip("<>")


def unpacked(spec: Any) -> list[Any]:
    """The specs of the arguments of a function of elements: the parts of a tuple."""
    return list(spec) if type(spec) is tuple else [spec]


__all__ = ["StagedFunction", "flatten", "name_of", "unpacked"]
