"""If and Case nodes: every branch is traced into a library function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.attributes import FunctionRef
from graphir.dtypes import int64
from graphir.node import Value
from runtime.apply import apply_op
from runtime.context import name_scope
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.structure import flatten, is_nested, pack, same_structure
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.dependencies import is_stateful, order_effects, resources_only_read
from runtime.tracing.function_graphs import add_body, function_name, shapes_of, types_of
from runtime.tracing.graph_trace import (
    GraphTrace,
    current_trace,
    handle_data_of,
    next_number,
)
from runtime.tracing.graphs import Operation, control_dependencies

Branch = Callable[[], Any]


class TracedBranch:
    """A traced branch: its graph and its results."""

    def __init__(self, trace: GraphTrace, structure: Any) -> None:
        self.trace = trace
        self.structure = structure

    @property
    def outputs(self) -> list[Value]:
        """The flat results of the branch."""
        return self.trace.graph.outputs


def trace_branch(
    function: Branch, outer: GraphTrace, name: str, no_value: Tensor
) -> TracedBranch:
    """Records a branch under the current name scope of the outer trace.

    An Operation among the returned values becomes a copy of ``no_value`` (the
    condition) that is computed after the operation.
    """
    trace = GraphTrace(name, outer, scope=outer.scope, is_branch=True)
    with trace.recording():
        structure = function()
        outputs = return_values(trace, structure, no_value)
    trace.graph.outputs = [tensor.value for tensor in outputs]
    order_effects(trace, outputs)
    return TracedBranch(trace, structure)


def return_values(
    trace: GraphTrace, structure: Any, no_value: Tensor
) -> list[SymbolicTensor]:
    """The flat results as Identity nodes at the end of the graph.

    Raises:
      TypeError: for a result that is no tensor.
    """
    outputs = []
    for leaf in flatten(structure):
        if leaf is None:
            continue
        if isinstance(leaf, Operation):
            with control_dependencies([leaf]):
                leaf = apply_op("Identity", [no_value])
        outputs.append(apply_op("Identity", [_as_result(leaf, trace)]))
    return outputs


def _as_result(leaf: Any, trace: GraphTrace) -> Tensor:
    try:
        return convert_to_tensor(leaf)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"A branch or loop body must return tensors; {trace.name!r} returns "
            f"{leaf!r} of type {type(leaf).__name__}."
        ) from error


def trace_branches(
    functions: Sequence[Branch],
    results: Callable[[int], Any],
    outer: GraphTrace,
    names: Sequence[str],
    no_value: Tensor,
) -> list[TracedBranch]:
    """Traces branches whose results depend on the variables that all of them assign.

    First all branch functions run; then ``results(position)`` returns the results of
    the branch at a position.
    """
    traces = []
    for function, name in zip(functions, names):
        trace = GraphTrace(name, outer, scope=outer.scope, is_branch=True)
        with trace.recording():
            function()
        traces.append(trace)
    branches = []
    for position, trace in enumerate(traces):
        with trace.recording():
            structure = results(position)
            outputs = return_values(trace, structure, no_value)
        trace.graph.outputs = [tensor.value for tensor in outputs]
        order_effects(trace, outputs)
        branches.append(TracedBranch(trace, structure))
    return branches


def build_cond(
    pred: Any,
    true_fn: Branch,
    false_fn: Branch,
    scope: str,
    results: Callable[[int], Any] | None = None,
) -> Any:
    """Adds an If node (StatelessIf without effects); its results, nested as returned.

    With ``results`` the return values of the branches are not used: ``results``
    computes their results (see `trace_branches`).

    Raises:
      TypeError: if the branches return different structures or dtypes.
    """
    outer = _outer_trace()
    names = [function_name(scope, role, next_number()) for role in ("true", "false")]
    functions = (true_fn, false_fn)
    if results is None:
        branches = [
            trace_branch(function, outer, name, pred)
            for function, name in zip(functions, names)
        ]
    else:
        branches = trace_branches(functions, results, outer, names, pred)
    match_row_indices(branches)
    check_agreement(branches, ("true_fn", "false_fn"))
    attrs: dict[str, Any] = {
        "then_branch": FunctionRef(names[0]),
        "else_branch": FunctionRef(names[1]),
    }
    op = "If" if _any_effect(branches) else "StatelessIf"
    return _call_branches(op, pred, branches, attrs, scope)


def build_case(index: Any, functions: Sequence[Branch], scope: str) -> Any:
    """Adds a Case node (StatelessCase without effects); the last branch is the default.

    Raises:
      TypeError: if the branches return different structures or dtypes.
    """
    outer = index.graph_trace
    names = [
        function_name(scope, f"branch{position}", next_number())
        for position in range(len(functions))
    ]
    branches = [
        trace_branch(function, outer, name, index)
        for function, name in zip(functions, names)
    ]
    match_row_indices(branches)
    check_agreement(branches, tuple(f"branch {i}" for i in range(len(functions))))
    attrs: dict[str, Any] = {"branches": [FunctionRef(name) for name in names]}
    op = "Case" if _any_effect(branches) else "StatelessCase"
    return _call_branches(op, index, branches, attrs, scope)


def _any_effect(branches: Sequence[TracedBranch]) -> bool:
    return any(is_stateful(branch.trace) for branch in branches)


def match_row_indices(branches: Sequence[TracedBranch]) -> None:
    """Casts row indices of slices to int64 where they differ in dtype between branches.

    A lookup's row indices have the dtype of its ids, row indices of `tf.where` int64.
    """
    columns = zip(*(_row_indices(branch) for branch in branches))
    for positions in columns:
        outputs = [each.outputs[at] for each, at in zip(branches, positions)]
        if len({each.dtype for each in outputs}) == 1:
            continue
        for branch, at in zip(branches, positions):
            branch.outputs[at] = _as_int64(branch.trace, branch.outputs[at])


def _row_indices(branch: TracedBranch) -> list[int]:
    """The positions of row indices of slices among the flat results."""
    found, position = [], 0
    for leaf in flatten(branch.structure, composites=False):
        if isinstance(leaf, IndexedSlices):
            found.append(position + 1)  # its values come first
        position += sum(part is not None for part in flatten(leaf))
    return found


def _as_int64(trace: GraphTrace, indices: Value) -> Value:
    with trace.recording():
        cast: SymbolicTensor = apply_op(
            "Cast", [trace.tensor_of(indices)], {"DstT": int64}
        )
    return cast.value


def check_agreement(branches: Sequence[TracedBranch], roles: Sequence[str]) -> None:
    """Raises TypeError unless all branches return the same structure and dtypes."""
    first = branches[0]
    for branch, role in zip(branches[1:], roles[1:]):
        if not same_structure(first.structure, branch.structure):
            raise TypeError(
                f"{roles[0]} and {role} arguments to tf.cond must have the same "
                "number, type, and overall structure of return values.\n\n"
                f"{roles[0]} output: {first.structure}\n"
                f"{role} output:  {branch.structure}"
            )
        for left, right in zip(first.outputs, branch.outputs):
            if left.dtype is not right.dtype:
                raise TypeError(
                    f"{roles[0]} and {role} return different dtypes: {left.dtype.name} "
                    f"({left.name!r}) and {right.dtype.name} ({right.name!r})."
                )


def _outer_trace() -> GraphTrace:
    """The trace that the branches are part of."""
    trace = current_trace()
    if trace is None:
        raise RuntimeError("Branches are recorded only while a graph is traced.")
    return trace


def _call_branches(
    op: str, pred: Any, branches: list[TracedBranch], attrs: dict[str, Any], scope: str
) -> Any:
    outer = _outer_trace()
    inputs = match_captures([branch.trace for branch in branches])
    read_only = _read_only([branch.trace for branch in branches])
    for branch in branches:
        add_body(branch.trace, outer)
    first = branches[0]
    shapes = [
        shape.most_specific_common_supertype(others)
        for shape, *others in zip(*(shapes_of(branch.outputs) for branch in branches))
    ]
    attrs.update(
        Tin=types_of(inputs),
        Tout=types_of(first.outputs),
        output_shapes=shapes,
        _lower_using_switch_merge=True,
        _read_only_resource_inputs=read_only,
    )
    node_name = scope.removesuffix("/") + "/"
    results = apply_op(op, [pred, inputs], attrs, node_name)
    if isinstance(results, Operation):
        is_empty_nest = is_nested(first.structure)
        return (
            pack(first.structure, flatten(first.structure))
            if is_empty_nest
            else results
        )
    with name_scope(scope):
        kept = iter([apply_op("Identity", [each]) for each in results])
    made = _packed(first.structure, kept)
    _keep_static_shapes(made, [branch.structure for branch in branches])
    return made


def _packed(structure: Any, results: Any) -> Any:
    leaves = [None if leaf is None else next(results) for leaf in flatten(structure)]
    return pack(structure, leaves)


def _keep_static_shapes(made: Any, structures: Sequence[Any]) -> None:
    """Gives sparse results the shape that they have in all branches.

    Their components do not tell it, as those of other composites do.
    """
    leaves = (flatten(each, composites=False) for each in (made, *structures))
    for result, first, *others in zip(*leaves):
        if isinstance(result, CompositeTensor) and hasattr(result, "set_shape"):
            shapes = [each.shape for each in others]
            result.set_shape(first.shape.most_specific_common_supertype(shapes))


def match_captures(traces: Sequence[GraphTrace]) -> list[Tensor]:
    """Makes the inputs of all branches the same; returns the captured outer tensors."""
    union: dict[int, Tensor] = {}
    for trace in traces:
        for key, (outside, _) in trace.captures.by_key.items():
            union.setdefault(key, outside)
    for trace in traces:
        trace.graph.inputs = []
        for key, outside in union.items():
            pair = trace.captures.by_key.get(key)
            if pair is None:
                inside = trace.placeholder("Placeholder", outside.dtype, outside.shape)
                inside.value.handle_data = handle_data_of(outside)
            else:
                trace.graph.inputs.append(pair[1].value)
    return list(union.values())


def _read_only(traces: Sequence[GraphTrace]) -> list[int]:
    """Positions of the resource inputs that no branch changes."""
    read = [resources_only_read(trace) for trace in traces]
    columns = zip(*(trace.graph.inputs for trace in traces))
    # counted with the condition, as the executor and TensorFlow count inputs
    return [
        position + 1
        for position, column in enumerate(columns)
        if all(value in known for value, known in zip(column, read))
    ]
