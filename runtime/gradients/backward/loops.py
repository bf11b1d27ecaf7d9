"""Gradients of loops: iterations' variables are stacked, then popped in reverse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.attributes import FunctionRef
from graphir.dtypes import DType, int32, resource, variant
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.context import CURRENT
from runtime.executor.planning.plan import unchanged_variables
from runtime.gradients.backward.functional import (
    GradientFunction,
    gradient_function,
    library_of,
)
from runtime.gradients.backward.gradient_graphs import gradient_type, scattered
from runtime.gradients.backward.rules import Call, gradient_rule
from runtime.tensors.conversion import convert_to_tensor
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import GraphTrace, next_number
from runtime.tracing.graphs import control_dependencies

SCALAR = Shape([])


@gradient_rule("While", "StatelessWhile")
def gradients_of_loop(call: Call, d_outputs: Sequence[Any]) -> list[Any]:
    """A gradient or None for each variable's first value.

    The loop itself is changed: it also counts its turns, and keeps the value that
    each changing variable has at the start of a turn.

    Raises:
      LookupError: if an op in the body has no gradient.
    """
    library = library_of(call)
    body_name = call.attrs["body"].name
    body = library[body_name].body
    flows = [gradient_type(value) is not None for value in body.outputs]
    # what a loop hands from turn to turn keeps its shape: no slices
    step = gradient_function(
        library, body_name, flows, with_slices=False, saves_work=True
    )
    unchanged = set(unchanged_variables(body))
    kept = [index for index in range(len(body.inputs)) if index not in unchanged]
    node = call.outputs[0].value.node
    first = len(node.inputs)
    _keep_variables(node, library, body.inputs, kept, step)
    trace = call.inputs[0].graph_trace
    turns, *lists = [trace.tensor_of(value) for value in node.outputs[first:]]
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        tape.watch_more_results(call.inputs, lists)
    # of a handle that the loop hands on: to ask the loop for it would run it again
    ends = [
        call.inputs[index] if index in unchanged else tensor
        for index, tensor in enumerate(call.outputs)
    ]
    starts = [
        _start(tensor, value, d) if flow else None
        for tensor, value, d, flow in zip(ends, body.inputs, d_outputs, flows)
    ]
    loop = _BackwardLoop(library, body.inputs, step, kept)
    found = loop.build(turns, starts, lists, call.inputs)
    return [
        each if given else None
        for each, given in zip(scattered(found, flows), _reached(step, d_outputs))
    ]


def _start(tensor: Any, variable: Value, d_output: Any) -> Any:
    if d_output is None:
        return _zeros(tensor, variable)
    # weights that users give may be eager tensors
    return tensor.graph_trace.capture(d_output)


def _zeros(tensor: Any, variable: Value) -> Any:
    """Zeros like the gradient of a variable of the loop."""
    if variable.dtype is resource:
        tensor = apply_op(
            "ReadVariableOp", [tensor], {"dtype": variable.handle_data[0][0]}
        )
    return apply_op("ZerosLike", [tensor])


def _reached(step: GradientFunction, d_outputs: Sequence[Any]) -> list[bool]:
    return [bool(given) or d is not None for given, d in zip(step.gives, d_outputs)]


def _keep_variables(
    node: Node,
    library: FunctionLibrary,
    variables: Sequence[Value],
    kept: list[int],
    step: GradientFunction,
) -> None:
    """Makes a loop count its iterations and push its variables in each.

    So it does with what cannot be computed anew.
    """
    shapes = [variables[index].shape for index in kept]
    shapes += [shape for _, shape, _ in step.kept]
    dtypes = [variables[index].dtype for index in kept]
    dtypes += [dtype for dtype, _, _ in step.kept]
    # inputs of the loop do not wait for what the gradient waits for
    with control_dependencies(None):
        counter: Any = convert_to_tensor(np.int32(0))
        lists = [_empty_list(dtype, shape) for dtype, shape in zip(dtypes, shapes)]
    extra = [int32, *[variant] * len(lists)]
    count = len(variables)

    def condition(arguments: list[Any]) -> list[Any]:
        attrs = {"f": node.attrs["cond"], "Tout": _bool_type(library, node)}
        return list(apply_op("PartitionedCall", [arguments[:count]], attrs))

    def turn(arguments: list[Any]) -> list[Any]:
        types = [value.dtype for value in variables]
        types += [dtype for dtype, _, _ in step.kept]
        attrs = {"f": step.keeping or node.attrs["body"], "Tout": types}
        op = "StatefulPartitionedCall" if node.is_stateful else "PartitionedCall"
        state = list(apply_op(op, [arguments[:count]], attrs))
        values = [*[arguments[index] for index in kept], *state[count:]]
        # the call hands the others on; so does the loop, for all to see
        state = [
            state[index] if index in kept else arguments[index]
            for index in range(count)
        ]
        one = convert_to_tensor(np.int32(1))
        counted = apply_op("AddV2", [arguments[count], one])
        pushed = [
            apply_op("TensorListPushBack", [each, value])
            for each, value in zip(arguments[count + 1 :], values)
        ]
        return [*state, counted, *pushed]

    types = [(value.dtype, value.shape, value.handle_data) for value in variables]
    types += [(dtype, SCALAR, ()) for dtype in extra]
    condition_name = _add_function(library, node.attrs["cond"].name, types, condition)
    body_name = _add_function(library, node.attrs["body"].name, types, turn)
    graph = node.graph
    assert graph is not None
    node.set_inputs([*node.inputs, counter.value, *[each.value for each in lists]])
    node.attrs["cond"], node.attrs["body"] = condition_name, body_name
    node.attrs["T"] = [*node.attrs["T"], *extra]
    shapes_attr = list(node.attrs.get("output_shapes") or [])
    if shapes_attr:
        node.attrs["output_shapes"] = [*shapes_attr, *[SCALAR] * len(extra)]
    node.outputs += tuple(
        Value(node, count + index, dtype, SCALAR) for index, dtype in enumerate(extra)
    )


def _bool_type(library: FunctionLibrary, node: Node) -> list[Any]:
    return [library[node.attrs["cond"].name].body.outputs[0].dtype]


def _empty_list(dtype: Any, shape: Shape) -> Any:
    unlimited = convert_to_tensor(np.int32(-1))
    return apply_op(
        "EmptyTensorList", [_sizes(shape), unlimited], {"element_dtype": dtype}
    )


def _sizes(shape: Shape) -> Any:
    if shape.sizes is None:
        return convert_to_tensor(np.int32(-1))
    sizes = [-1 if size is None else size for size in shape.sizes]
    return convert_to_tensor(np.array(sizes, np.int32))


def _add_function(
    library: FunctionLibrary,
    base: str,
    types: Sequence[tuple[Any, Shape, Any]],
    build: Callable[[list[Any]], list[Any]],
) -> FunctionRef:
    trace = GraphTrace(f"{base}_{next_number()}")
    trace.graph.functions = library
    with trace.recording():
        arguments = []
        for dtype, shape, handle_data in types:
            argument = trace.placeholder("variable", dtype, shape)
            argument.value.handle_data = handle_data
            arguments.append(argument)
        outputs = build(arguments)
    trace.graph.outputs = [tensor.value for tensor in outputs]
    library.add(to_function(trace.graph, trace.name))
    return FunctionRef(trace.name)


def _popped(values: Any, element: tuple[DType, Shape]) -> Any:
    """A list without its last value, and this value."""
    dtype, shape = element
    attrs = {"element_dtype": dtype}
    return apply_op("TensorListPopBack", [values, _sizes(shape)], attrs)


class _BackwardLoop:
    """The loop that visits the iterations of another in reverse."""

    def __init__(
        self,
        library: FunctionLibrary,
        variables: Sequence[Value],
        step: GradientFunction,
        kept: list[int],
    ) -> None:
        self.library = library
        self.variables = variables
        self.step = step
        self.kept = kept
        self.given = [i for i in range(len(variables)) if i not in set(kept)]
        self.flowing = [i for i, flows in enumerate(step.takes) if flows]

    def build(
        self, turns: Any, starts: list[Any], lists: list[Any], firsts: Sequence[Any]
    ) -> list[Any]:
        """The gradients of the loop's differentiable initial values."""
        seeds = [each for each in starts if each is not None]
        constants = [firsts[index] for index in self.given]
        constants += map(turns.graph_trace.capture, self.step.captured)
        state = [turns, *seeds, *lists, *constants]
        # a gradient may change its shape from turn to turn, as its variable does
        shapes = [SCALAR, *[self._gradient_shape(i) for i in self.flowing]]
        shapes += [SCALAR] * len(lists) + [each.shape for each in constants]
        types = [
            (tensor.dtype, shape, tensor.value.handle_data)
            for tensor, shape in zip(state, shapes)
        ]
        attrs = {
            "cond": _add_function(self.library, "while_grad_cond", types, self._more),
            "body": _add_function(self.library, "while_grad_body", types, self._turn),
            "output_shapes": shapes,
        }
        found = apply_op("StatelessWhile", [state], attrs)
        return list(found[1 : 1 + len(seeds)])

    def _gradient_shape(self, index: int) -> Shape:
        found = gradient_type(self.variables[index])
        return self.variables[index].shape if found is None else found[1]

    def _more(self, state: list[Any]) -> list[Any]:
        zero = convert_to_tensor(np.int32(0))
        return [apply_op("Greater", [state[0], zero])]

    def _turn(self, state: list[Any]) -> list[Any]:
        flowing, kept = len(self.flowing), len(self.kept)
        seeds = state[1 : 1 + flowing]
        lists = state[1 + flowing : 1 + flowing + kept + len(self.step.kept)]
        constants = state[1 + flowing + len(lists) :]
        types = [(self.variables[i].dtype, self.variables[i].shape) for i in self.kept]
        types += [(dtype, shape) for dtype, shape, _ in self.step.kept]
        pairs = [_popped(*each) for each in zip(lists, types)]
        shorter, popped = [each for each, _ in pairs], [each for _, each in pairs]
        values = dict(zip(self.given, constants)) | dict(zip(self.kept, popped))
        one = convert_to_tensor(np.int32(1))
        left = apply_op("Sub", [state[0], one])
        captured = constants[len(self.given) :]
        found = self._step_back(values, popped[kept:], [*seeds, *captured])
        return [left, *found, *shorter, *constants]

    def _step_back(
        self, values: dict[int, Any], kept: list[Any], given: list[Any]
    ) -> list[Any]:
        arguments = [values[index] for index in range(len(self.variables))]
        outputs = self.step.outputs
        found: Sequence[Any] = ()
        if outputs:
            attrs = {
                "f": self.step.reference,
                "Tout": [value.dtype for value in outputs],
            }
            found = apply_op("PartitionedCall", [[*arguments, *kept, *given]], attrs)
        gradients = scattered(found, self.step.gives)
        return [
            _zeros(values[index], self.variables[index])
            if gradients[index] is None
            else gradients[index]
            for index in self.flowing
        ]
