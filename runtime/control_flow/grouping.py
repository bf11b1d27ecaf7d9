"""`tf.tuple`: tensors that are available only when all of them are computed."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.context import current_trace, name_scope
from runtime.control_flow.conditionals import group
from runtime.tracing.graphs import control_dependencies


def tuple_(tensors: Any, control_inputs: Any = None, name: str | None = None) -> Any:
    """The tensors; in a graph, each is available only when all of them are computed.

    Eagerly they are computed already, and the argument is returned unchanged.

    >>> tf.tuple([tf.constant(1), None])
    [<tf.Tensor: shape=(), dtype=int32, numpy=1>, None]

    Raises:
      ValueError: in a graph, if all of the values are None.
    """
    if current_trace() is None:
        return tensors
    given = [each for each in tensors if each is not None]
    if not given:
        raise ValueError(f"Must have at least one Tensor in `tensors`: {tensors!r}")
    with name_scope(name or "tuple"):
        gate = group(*given, *(control_inputs or ()))
        with control_dependencies([gate]):
            return [None if each is None else _waiting(each) for each in tensors]


def _waiting(tensor: Any) -> Any:
    same = apply_op("Identity", [tensor], None, "control_dependency")
    source = same.value.node.inputs[0].node.name
    same.value.node.attrs["_class"] = [f"loc:@{source}".encode()]
    return same


__all__ = ["tuple_"]
