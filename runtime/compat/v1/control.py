"""Branches, loops and gradients with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from runtime import context
from runtime.control_flow import conditionals, while_loops
from runtime.gradients.backward import graphs
from runtime.gradients.backward.requests import UnconnectedGradients
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import is_nested


def cond(
    pred: TensorLike,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """The results of one of two functions.

    >>> tf.compat.v1.cond(True, lambda: 1, lambda: 2)
    1

    Raises:
      TypeError: if a function is missing, or passed under both names.
    """
    if fn1 is not None and true_fn is not None:
        raise TypeError("cond(): `true_fn` and `fn1` may not be set simultaneously.")
    if fn2 is not None and false_fn is not None:
        raise TypeError("cond(): `false_fn` and `fn2` may not be set simultaneously.")
    result = conditionals.cond(pred, true_fn or fn1, false_fn or fn2, name=name)
    is_single = not strict and isinstance(result, list) and len(result) == 1
    return result[0] if is_single else result


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """The loop variables after the last iteration; of one variable, itself.

    >>> tf.compat.v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
    <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """
    result = while_loops.while_loop(
        cond,
        body,
        loop_vars,
        shape_invariants,
        maximum_iterations=maximum_iterations,
        name=name,
    )
    if return_same_structure or not is_nested(result, composites=False):
        return result
    return result[0] if len(result) == 1 else result


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradient of the sum of some tensors by others, in a graph.

    >>> with tf.Graph().as_default():
    ...     x = tf.constant(3.0)
    ...     print(len(tf.compat.v1.gradients(x * x, [x])))
    1
    """
    return graphs.gradients(
        ys,
        xs,
        grad_ys,
        name,
        gate_gradients,
        aggregation_method,
        stop_gradients,
        unconnected_gradients,
    )


@contextmanager
def name_scope(
    name: str | None, default_name: str | None = None, values: object = None
) -> Iterator[str]:
    """A context manager that puts a prefix before the names of ops made inside.

    >>> with tf.Graph().as_default(), tf.compat.v1.name_scope(None, "layer") as scope:
    ...     print(scope)
    layer/

    Raises:
      TypeError: without a name, if there are values and no default.
    """
    chosen = default_name if name is None else name
    if chosen is None and values is not None:
        raise ValueError(
            "At least one of name (None) and default_name (None) must be provided."
        )
    with context.name_scope(chosen or "") as scope:
        yield scope
