"""Gradients of ops that run eagerly, compiled.

Following a gradient rule costs many times what its kernels do. So a rule that is
followed again, for the same attributes and shapes, is traced once and compiled; from
then on the gradient is one call. What a rule asks of the values of its inputs becomes
a part of the key. Where this is not possible the rule is followed as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphir.attributes import TensorValue
from graphir.dtypes import DType, resource, variant
from graphir.errors import OpError
from graphir.node import Value
from graphir.ops.registry import find
from graphir.shapes import Shape
from runtime.apply import BoundAttrs
from runtime.symbolic_tensor import SymbolicTensor
from runtime.tensor import wrap

COMPILED_AFTER: Final = 2
"""How often a gradient is made by following the rule first."""
PLANS: Final = 64
"""How many shapes of one op with its attributes are compiled."""
PASSES: Final = "dead_nodes,shape_inference,constant_folding,dead_nodes"
VALUES: Final = 256
"""Inputs of more elements are not made part of a key."""


class GradientPlan:
    """A compiled gradient: how it is called, and where its results belong."""

    __slots__ = ("gives", "run")

    def __init__(self, run: Any, gives: list[tuple[int, DType]]) -> None:
        self.run = run
        """Takes the inputs, the outputs, and the gradients of these, as tensors."""
        self.gives = gives
        """The input that each result is the gradient of, and its dtype."""


class Plans:
    """The compiled gradients of an op with given attributes, by shapes."""

    __slots__ = ("asked", "found", "misses")

    def __init__(self) -> None:
        self.asked: tuple[int, ...] = ()
        """The inputs whose values the rule looks at."""
        self.found: dict[Any, GradientPlan | None] = {}
        self.misses: dict[Any, int] = {}


def quick_gradients(
    call: Any, d_outputs: Sequence[Any], reached: set[int]
) -> list[Any] | None:
    """The gradients of an eager call's inputs, or None if the rule must be followed."""
    attrs = call.attrs
    if type(attrs) is not BoundAttrs or call.backward is not None:
        return None
    plans = attrs.gradients
    if plans is None:
        plans = attrs.gradients = Plans() if _can_compile(call) else False
    if plans is False:
        return None
    inputs = call.inputs
    try:
        key = _key(inputs, call.outputs, d_outputs, reached)
    except AttributeError:
        return None  # slices, or tensors of a trace
    if plans.asked:
        values = [inputs[index]._array for index in plans.asked]
        if any(each.size > VALUES for each in values):
            return None
        key += tuple([each.tobytes() for each in values])
    plan = plans.found.get(key)
    if plan is None:
        plan = _new_plan(plans, key, call, d_outputs, reached)
        if plan is None:
            return None
    gradients: list[Any] = [None] * len(inputs)
    arrays = plan.run(inputs, call.outputs, d_outputs)
    for (index, dtype), array in zip(plan.gives, arrays):
        gradients[index] = wrap(array, dtype)
    return gradients


def _key(
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    d_outputs: Sequence[Any],
    reached: set[int],
) -> tuple[Any, ...]:
    """Shapes, and which gradients are asked for."""
    if len(outputs) == 1:
        shape = d_outputs[0]._array.shape
        if len(inputs) == 2:
            # what most ops are, written out
            x, y = inputs
            flows = (id(x) in reached) + 2 * (id(y) in reached)
            return x._array.shape, y._array.shape, flows, shape
        if len(inputs) == 1:
            return inputs[0]._array.shape, shape
    return (
        tuple([each._array.shape for each in inputs]),
        tuple([id(each) in reached for each in inputs]),
        tuple([None if d is None else d._array.shape for d in d_outputs]),
        tuple([each._array.shape for each in outputs]),
    )


def _can_compile(call: Any) -> bool:
    from runtime.differentiation.rules import RULES_BY_OP

    declaration = find(call.op)
    if declaration is None or not declaration.is_differentiable():
        return False
    if call.op in RULES_BY_OP or "_gradient_op_type" in call.attrs:
        return False
    return not any(
        each.dtype is resource or each.dtype is variant
        for each in (*call.inputs, *call.outputs)
    )


def _new_plan(
    plans: Plans,
    key: Any,
    call: Any,
    d_outputs: Sequence[Any],
    reached: set[int],
) -> GradientPlan | None:
    misses = plans.misses.get(key, 0) + 1
    if key in plans.found or len(plans.found) >= PLANS:
        return None
    is_decided = plans.asked and not plans.found
    if misses <= COMPILED_AFTER and not is_decided:
        if len(plans.misses) >= 4 * PLANS:
            plans.misses.clear()
        plans.misses[key] = misses
        return None
    plans.misses.pop(key, None)
    asked: set[int] = set(plans.asked)
    try:
        wanted = [id(each) in reached for each in call.inputs]
        plan = _compiled(call, d_outputs, wanted, asked)
    except (LookupError, OpError, TypeError, ValueError):
        plan = None  # following the rule says what is wrong
    if asked != set(plans.asked):
        plans.asked = tuple(sorted(asked))
        plans.found.clear()
        return None
    plans.found[key] = plan
    return plan


class _Asked(SymbolicTensor):
    """An input of a rule that notes whether its value is looked at."""

    __slots__ = ("index", "noted")

    def __init__(self, tensor: SymbolicTensor, index: int, noted: set[int]) -> None:
        super().__init__(tensor.value, tensor.graph_trace)
        self.index = index
        self.noted = noted

    def constant_value(self) -> Any:
        self.noted.add(self.index)
        return super().constant_value()

    def constant_as_shape(self) -> Shape:
        self.noted.add(self.index)
        return super().constant_as_shape()


def _compiled(
    call: Any, d_outputs: Sequence[Any], wanted: Sequence[bool], asked: set[int]
) -> GradientPlan | None:
    """Traces the rule; notes in ``asked`` whose values it looked at."""
    from graphir.optimizer import optimize_graph
    from runtime.differentiation.rules import Call, declared_gradients
    from runtime.executor import compile_graph
    from runtime.tracing import GraphTrace

    trace = GraphTrace(f"gradient_of_{call.op}")
    known = set(asked)
    with trace.recording():
        inputs = [
            _constant(trace, each)
            if index in known
            else _Asked(_placeholder(trace, each), index, asked)
            for index, each in enumerate(call.inputs)
        ]
        outputs = [_placeholder(trace, each) for each in call.outputs]
        seeds = [None if d is None else _placeholder(trace, d) for d in d_outputs]
        traced = Call(call.op, inputs, call.attrs, outputs)
        found = declared_gradients(traced, seeds)
    if asked != known:
        return None
    gives = [
        index for index, each in enumerate(found) if each is not None and wanted[index]
    ]
    graph = trace.graph
    graph.outputs = [found[index].value for index in gives]
    groups = {"inputs": inputs, "outputs": outputs, "d_outputs": seeds}
    places = {
        each.value.node.name: f"{label}[{position}]._array"
        for label, group in groups.items()
        for position, each in enumerate(group)
        if each is not None and each.value.node.op == "Placeholder"
    }
    graph.inputs = [each for each in graph.inputs if each.node.name in places]
    optimize_graph(graph, PASSES)
    used = [each for each in graph.inputs if _is_used(each, graph.outputs)]
    run = compile_graph(graph, used, graph.outputs).run
    arguments = ", ".join(places[each.node.name] for each in used)
    text = f"lambda inputs, outputs, d_outputs: run({arguments})"
    dtypes = [found[index].dtype for index in gives]
    return GradientPlan(eval(text, {"run": run}), list(zip(gives, dtypes)))


def _is_used(value: Value, outputs: Sequence[Value]) -> bool:
    return bool(list(value.uses)) or value in outputs


def _placeholder(trace: Any, tensor: Any) -> Any:
    return trace.placeholder("given", tensor.dtype, Shape.of_ints(tensor._array.shape))


def _constant(trace: Any, tensor: Any) -> Any:
    return trace.constant(TensorValue(tensor._array, tensor.dtype), "known")
