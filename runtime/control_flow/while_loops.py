"""`tf.while_loop`: loops on tensors, given as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.shapes import Shape, as_shape
from runtime.control_flow.loops import Loop, build_while
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import (
    assert_same_structure,
    flatten,
    is_nested,
    map_structure,
    pack,
)
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """Applies ``body`` to the loop variables as long as ``cond`` of them is true.

    Variables may nest; in a graph dtypes and shapes stay the same unless
    ``shape_invariants`` says which dimensions may change. Eagerly ``cond`` and ``body``
    get the loop variables as they were passed and as ``body`` returned them, Python
    numbers included; only the final values are converted to tensors.

    >>> tf.while_loop(lambda i: i < 10, lambda i: [i + 4], [0])
    [<tf.Tensor: shape=(), dtype=int32, numpy=12>]

    Raises:
      TypeError: if ``cond`` or ``body`` is no function, or a variable changes its
        dtype.
      ValueError: if there are no variables, one changes its shape, or ``body`` returns
        another structure.
    """
    for label, function in (("cond", cond), ("body", body)):
        if not callable(function):
            raise TypeError(f"'{label}' must be callable, not {function!r}.")
    is_single = not isinstance(loop_vars, (list, tuple))
    variables = [loop_vars] if is_single else list(loop_vars)
    if not variables:
        raise ValueError("'loop_vars' must be provided.")
    trace = current_trace()
    if trace is None:
        given = variables if is_single else loop_vars
        result = _run_loop(cond, body, given, maximum_iterations)
        return result[0] if is_single else result
    variables = map_structure(convert_to_tensor, variables)
    loop = Loop(
        lambda tensors: cond(*pack(variables, tensors)),
        lambda tensors: _flat_body(body, variables, tensors),
        flatten(variables),
        [f"loop_vars[{i}]" for i, _ in enumerate(flatten(variables))],
        _invariants(variables, shape_invariants, is_single),
        maximum_iterations,
        parallel_iterations,
    )
    result = pack(variables, build_while(loop, trace, name or "while"))
    if is_single:
        return result[0]
    return type(loop_vars)(result) if type(loop_vars) in (list, tuple) else result


def _flat_body(
    body: Callable[..., Any], variables: list[Any], tensors: Sequence[Tensor]
) -> list[Any]:
    return flatten(_as_variables(body(*pack(variables, tensors)), variables))


def _as_variables(result: Any, variables: list[Any]) -> list[Any]:
    values = list(result) if _is_sequence_of(result, variables) else [result]
    if len(flatten(values)) != len(flatten(variables)):
        raise ValueError(
            f"The body of a loop returned {len(flatten(values))} values for "
            f"{len(flatten(variables))} loop variables."
        )
    return values


def _is_sequence_of(result: Any, variables: Sequence[Any]) -> bool:
    if not isinstance(result, (list, tuple)):
        return False
    holds_one = len(variables) == 1 and is_nested(variables[0])
    return len(result) == 1 or not holds_one


def _invariants(variables: list[Any], given: Any, is_single: bool) -> list[Shape]:
    shapes = [tensor.shape for tensor in flatten(variables)]
    if given is None:
        return shapes
    told = flatten([given] if is_single else list(given))
    if len(told) != len(shapes):
        raise ValueError(
            f"shape_invariants has {len(told)} entries for {len(shapes)} variables."
        )
    for shape, invariant in zip(shapes, map(_shape_of, told)):
        if not shape.is_subtype_of(invariant):
            raise ValueError(
                f"The shape invariant {invariant} does not allow the initial shape "
                f"{shape}."
            )
    return [_shape_of(each) for each in told]


def _shape_of(invariant: Any) -> Shape:
    return as_shape(getattr(invariant, "shape", invariant))


def _run_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    variables: Sequence[Any],
    maximum_iterations: Any,
) -> Any:
    limit = None if maximum_iterations is None else int(maximum_iterations)
    count = 0
    while (limit is None or count < limit) and cond(*variables):
        result = body(*variables)
        values = result if _is_sequence_of(result, variables) else (result,)
        assert_same_structure(list(variables), list(values), check_types=False)
        variables = values
        count += 1
    return map_structure(convert_to_tensor, variables)
