"""`tf.compat.v1.Variable`: a variable with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir.shapes import as_shape
from runtime.compat.v1.graph_variables import (
    GraphVariable,
    collect,
    graph_of_names,
    graph_variable,
)
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.variables.initial_values import MISSING_VALUE
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.resource import ResourceVariable
from runtime.variables.variable_creation import makes_a_graph_by_hand


class _VariableClass(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, ResourceVariable)


class Variable(metaclass=_VariableClass):
    """A variable: of the graph in progress, or of this process.

    >>> tf.compat.v1.Variable(1, trainable=False).trainable
    False
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.Variable(3.0, name="v")
    ...     _ = session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(v * 2)
    np.float32(6.0)
    >>> isinstance(tf.Variable(1), tf.compat.v1.Variable)
    True

    Raises:
      ValueError: without an initial value.
      NotImplementedError: for ``variable_def``, and ``use_resource=False``.
    """

    def __new__(  # type: ignore[misc]
        cls,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike | None = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Callable[[Any], Any] | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        experimental_enable_variable_lifting: bool = True,
    ) -> ResourceVariable:
        if variable_def is not None or use_resource is False:
            raise NotImplementedError(
                "tf.compat.v1.Variable takes no variable_def, and makes variables of "
                "TensorFlow 2 only: leave use_resource out."
            )
        if makes_a_graph_by_hand():
            known = shape if validate_shape else as_shape(shape)
            return graph_variable(
                initial_value, trainable, collections, name, dtype, known
            )
        made = ResourceVariable(
            initial_value,
            trainable=trainable,
            validate_shape=validate_shape,
            caching_device=caching_device,
            name=name,
            dtype=dtype,
            import_scope=import_scope,
            constraint=constraint,
            synchronization=synchronization,
            aggregation=aggregation,
            shape=shape,
            experimental_enable_variable_lifting=experimental_enable_variable_lifting,
        )
        wrapped = graph_of_names()
        if wrapped is not None:
            collect(made, wrapped, collections)
        return made


def variable_of_graph(
    initial_value: Any = None,
    trainable: bool | None = None,
    validate_shape: bool = True,
    caching_device: Any = None,
    name: str | None = None,
    variable_def: Any = None,
    dtype: DTypeLike | None = None,
    import_scope: str | None = None,
    constraint: Callable[[Any], Any] | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
    shape: Any = None,
    experimental_enable_variable_lifting: bool = True,
) -> GraphVariable:
    """The variable that `tf.Variable` makes in a graph that is no function's.

    Raises:
      ValueError: without an initial value.
    """
    if initial_value is None:
        raise ValueError(MISSING_VALUE)
    made = graph_variable(initial_value, trainable, None, name, dtype, shape)
    made.constraint = constraint
    made.synchronization, made.aggregation = synchronization, aggregation
    return made


__all__ = ["Variable", "variable_of_graph"]
