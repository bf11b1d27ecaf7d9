"""Totals that metrics are made of: variables of the graph, and batches made alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.filling import ones_like, zeros
from runtime.arrays.reshaping import broadcast_to, expand_dims, shape, squeeze
from runtime.compat.v1.graph_variables import GraphKeys, add_to_collection
from runtime.compat.v1.variable_class import Variable
from runtime.compat.v1.variable_scopes import variable_scope
from runtime.context import executing_eagerly
from runtime.math.arithmetic import multiply
from runtime.math.casting import cast
from runtime.math.reductions import reduce_sum
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

Collections = Sequence[str] | str | None
Metric = tuple[Tensor, Tensor]
"""A value, and the value once a batch is added."""


def require_graph(name: str) -> None:
    """Refuses a metric while ops run eagerly.

    Raises:
      RuntimeError: if they do.
    """
    if executing_eagerly():
        raise RuntimeError(
            f"tf.metrics.{name} is not supported when eager execution is enabled."
        )


@contextmanager
def metric_scope(name: str | None, default: str, values: Any) -> Iterator[None]:
    """The scope of a metric's variables and ops."""
    with variable_scope(name, default, values):
        yield


def metric_variable(sizes: Sequence[int], dtype: DTypeLike, name: str) -> Any:
    """A variable of zeros, in the collections of local and metric ones."""
    return Variable(
        lambda: zeros(sizes, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        name=name,
    )


def float_total(name: str) -> Any:
    """A scalar metric variable of 32-bit floats."""
    return metric_variable([], dtypes.float32, name)


def added(variable: Any, amount: Any) -> Tensor:
    """The value of a variable after an amount was added."""
    return convert_to_tensor(variable.assign_add(amount))


def read(variable: Any) -> Tensor:
    """The value of a variable."""
    return convert_to_tensor(variable)


def kept(thing: Any, collections: Collections) -> Any:
    """The value itself, after it was added to the collections."""
    names = (collections,) if isinstance(collections, str) else collections or ()
    for each in names:
        add_to_collection(each, thing)
    return thing


def metric_of(
    value: Tensor,
    update: Tensor,
    metrics_collections: Collections,
    updates_collections: Collections,
) -> Metric:
    """A metric, in its collections."""
    return kept(value, metrics_collections), kept(update, updates_collections)


def pair_of(
    variables: Sequence[Any],
    amounts: Sequence[Any],
    compute: Callable[..., Tensor],
    metrics_collections: Collections,
    updates_collections: Collections,
) -> Metric:
    """A metric computed from totals: before and after amounts are added to them."""
    updates = [added(*each) for each in zip(variables, amounts, strict=True)]
    value = compute(*(read(each) for each in variables))
    return metric_of(value, compute(*updates), metrics_collections, updates_collections)


def of_one_rank(
    predictions: Any, labels: Any = None, weights: Any = None
) -> tuple[Tensor, Any, Any]:
    """Predictions, labels and weights without a last axis of 1 that one of them has.

    Raises:
      ValueError: if the shapes of predictions and labels differ.
    """
    given = convert_to_tensor(predictions)
    wanted = None if labels is None else convert_to_tensor(labels)
    if wanted is not None:
        difference = _more_axes(given, wanted)
        if difference == 1 and given.shape[-1] in (1, None):
            given = squeeze(given, [-1])
        elif difference == -1 and wanted.shape[-1] in (1, None):
            wanted = squeeze(wanted, [-1])
        given.shape.assert_is_compatible_with(wanted.shape)
    return given, wanted, _weights_like(weights, given)


def _weights_like(weights: Any, given: Tensor) -> Any:
    if weights is None:
        return None
    factors = convert_to_tensor(weights)
    difference = _more_axes(factors, given)
    if 0 in (factors.shape.rank, given.shape.rank) or abs(difference) != 1:
        return factors
    return squeeze(factors, [-1]) if difference == 1 else expand_dims(factors, [-1])


def _more_axes(first: Tensor, second: Tensor) -> int:
    """How many axes the first has more than the second; 0 if that is not known."""
    ranks = first.shape.rank, second.shape.rank
    return 0 if ranks[0] is None or ranks[1] is None else ranks[0] - ranks[1]


def spread(weights: Any, like: Tensor, dtype: DTypeLike = dtypes.float32) -> Tensor:
    """Weights with one for each element."""
    found: Tensor = multiply(cast(weights, dtype), cast(ones_like(like), dtype))
    return found


def true_total(values: Tensor, weights: Any) -> Tensor:
    """The sum of the weights where values hold, 1 by default."""
    counted = cast(values, dtypes.float32)
    if weights is not None:
        counted = multiply(counted, cast(weights, dtypes.float32))
    total: Tensor = reduce_sum(counted)
    return total


def quotient(part: Any, whole: Any) -> Tensor:
    """A quotient that is 0 if the denominator is 0."""
    found: Tensor = apply_op("DivNoNan", [part, whole])
    return found


def safe_quotient(part: Any, whole: Any) -> Tensor:
    """A quotient that is 0 unless the denominator is positive."""
    positive = apply_op("Greater", [whole, cast(0, whole.dtype)])
    none = apply_op("ZerosLike", [part])
    found: Tensor = apply_op(
        "SelectV2", [positive, apply_op("DivNoNan", [part, whole]), none]
    )
    return found


def as_bools(*values: TensorLike) -> list[Tensor]:
    """The values cast to bool."""
    return [cast(each, dtypes.bool_) for each in values]


def shaped_like(values: Any, other: Any) -> Tensor:
    """Values repeated to another's shape."""
    return broadcast_to(values, shape(other))
