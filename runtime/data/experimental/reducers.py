"""Reducers: reductions of the elements of each key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.data.datasets.dataset import Dataset
from runtime.data.functions.staged_function import unpacked
from runtime.signatures.trace_types import TensorSpec


class Reducer:
    """A reduction: an initial state, an update per element, and a final function.

    >>> reducer = tf.data.experimental.Reducer(
    ...     lambda key: tf.constant(0, tf.int64),
    ...     lambda total, x: total + x, lambda total: total)
    >>> grouped = tf.data.experimental.group_by_reducer(lambda x: x % 2, reducer)
    >>> [int(x) for x in tf.data.Dataset.range(5).apply(grouped)]
    [6, 4]
    """

    def __init__(
        self,
        init_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        finalize_func: Callable[..., Any],
    ) -> None:
        self.init_func = init_func
        self.reduce_func = reduce_func
        self.finalize_func = finalize_func


def group_by_reducer(
    key_func: Callable[..., Any], reducer: Reducer
) -> Callable[[Any], Any]:
    """Reduces the elements of each key.

    Raises:
      TypeError: for a key that is no int64 scalar.
    """

    def apply(dataset: Dataset) -> Any:
        spec = dataset.element_spec
        scalar = TensorSpec(Shape([]), dtypes.int64)
        role = "tf_data_experimental_group_by_reducer"
        key = dataset.staged(key_func, role, unpacked(spec))
        if not scalar.is_compatible_with(key.output_spec):
            raise TypeError(
                "Invalid `key_func`. `key_func` must return a single `tf.int64` scalar "
                f"tensor but its return type is {key.output_spec}."
            )
        init = dataset.staged(reducer.init_func, role, [scalar])
        state = init.output_spec
        reduce = dataset.staged(reducer.reduce_func, role, [state, spec])
        finalize = dataset.staged(reducer.finalize_func, role, [state])
        functions = {"key": key, "init": init, "reduce": reduce, "finalize": finalize}
        attrs = {f"{name}_func": each.attribute() for name, each in functions.items()}
        inputs = [each.captured for each in functions.values()]
        op, kind = "GroupByReducerDataset", "_GroupByReducerDataset"
        return dataset.made(kind, op, inputs, attrs, finalize.output_spec)

    return apply
