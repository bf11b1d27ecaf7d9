"""`create_partitioned_variables`: a list of the parts of a variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir import dtypes
from runtime.compat.v1.partitions.partitioned_variables import PartitionedVariable
from runtime.compat.v1.variable_scopes import (
    VariableScope,
    get_variable,
    variable_scope,
)
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike


def create_partitioned_variables(
    shape: ShapeLike,
    slicing: Sequence[int],
    initializer: Callable[..., Any] | TensorLike,
    dtype: DTypeLike = dtypes.float32,
    trainable: bool = True,
    collections: Sequence[str] | None = None,
    name: str | VariableScope | None = None,
    reuse: bool | None = None,
) -> list[Any]:
    """The parts of a variable, each a variable.

    Args:
      shape: of the whole.
      slicing: the number of parts along each axis, of which one is above 1.
      initializer: of the whole: a tensor, or a function of a shape.
      name: the scope of the parts.

    >>> ones = tf.compat.v1.ones_initializer()
    >>> with tf.Graph().as_default():
    ...     parts = tf.compat.v1.create_partitioned_variables([3, 2], [2, 1], ones)
    ...     print([(each.name, each.shape.as_list()) for each in parts])
    [('PartitionedVariable/part_0:0', [2, 2]), ('PartitionedVariable/part_1:0', [1, 2])]

    Raises:
      ValueError: for several axes in parts, or parts that do not fit the shape.
    """

    def partitioner(**unused: object) -> list[int]:
        return list(slicing)

    with variable_scope(name, "PartitionedVariable", reuse=reuse) as scope:
        label = scope.name.rpartition("/")[2]
        outer = scope.name.rpartition("/")[0]
        with variable_scope(VariableScope(name=outer), auxiliary_name_scope=False):
            found: PartitionedVariable = get_variable(
                label,
                shape,
                dtype,
                initializer,
                trainable=trainable,
                collections=collections,
                partitioner=partitioner,
            )
        return list(found)


__all__ = ["create_partitioned_variables"]
