"""A handle of another kind of resource is refused in words, whatever op takes it."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def table() -> Any:
    return tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, 0)


CALLS = {
    "gather": lambda h: tf.raw_ops.ResourceGather(
        resource=h, indices=[0], dtype=tf.float32
    ),
    "gather by rows": lambda h: tf.raw_ops.ResourceGatherNd(
        resource=h, indices=[[0]], dtype=tf.float32
    ),
    "read": lambda h: tf.raw_ops.ReadVariableOp(resource=h, dtype=tf.float32),
    "assign": lambda h: tf.raw_ops.AssignVariableOp(resource=h, value=1.0),
    "add": lambda h: tf.raw_ops.AssignAddVariableOp(resource=h, value=1.0),
    "scatter": lambda h: tf.raw_ops.ResourceScatterAdd(
        resource=h, indices=[0], updates=[1.0]
    ),
    "shape": lambda h: tf.raw_ops.VariableShape(input=h),
    "step": lambda h: tf.raw_ops.ResourceApplyGradientDescent(
        var=h, alpha=1.0, delta=[1.0]
    ),
    "queue": lambda h: tf.raw_ops.QueueSizeV2(handle=h),
    "next": lambda h: tf.raw_ops.IteratorGetNext(
        iterator=h, output_types=[tf.float32], output_shapes=[[]]
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_tables_handle_is_no_other(name: str) -> None:
    held = table()
    with pytest.raises(tf.errors.InvalidArgumentError, match="points to a lookup"):
        CALLS[name](held.resource_handle)


def test_a_variables_handle_is_no_table() -> None:
    variable = tf.Variable([1.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="points to a variable"):
        tf.raw_ops.LookupTableSizeV2(table_handle=variable.handle)


def test_a_graph_names_the_node_too() -> None:
    held = table()
    gather = tf.function(lambda: CALLS["gather"](held.resource_handle), autograph=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match="points to a lookup") as e:
        gather()
    assert "in node 'ResourceGather'" in str(e.value)


HANDLES = {
    "variable": lambda: tf.Variable([1.0]).handle,
    "table": lambda: table().resource_handle,
    "queue": lambda: tf.queue.FIFOQueue(1, [tf.float32]).queue_ref,
    "iterator": lambda: iter(tf.data.Dataset.range(2))._iterator_resource,
}
NAMESAKES = {
    "queue": lambda h: tf.raw_ops.QueueCloseV2(handle=h),
    "iterator": lambda h: tf.raw_ops.DeleteIterator(
        handle=h, deleter=tf.raw_ops.OptionalNone()
    ),
    "writer": lambda h: tf.raw_ops.CloseSummaryWriter(writer=h),
    "array": lambda h: tf.raw_ops.TensorArrayReadV3(
        handle=h, index=0, flow_in=0.0, dtype=tf.float32
    ),
    "closed array": lambda h: tf.raw_ops.TensorArrayCloseV3(handle=h),
}
PAIRS = [(call, kind) for call in NAMESAKES for kind in HANDLES if call != kind]


@pytest.mark.parametrize(("call", "kind"), PAIRS)
def test_ops_whose_methods_have_namesakes_refuse_other_handles(
    call: str, kind: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"points to an? .*{kind}"):
        NAMESAKES[call](HANDLES[kind]())


@pytest.mark.parametrize("kind", ["table", "queue", "iterator"])
def test_another_resource_is_no_initialized_variable(kind: str) -> None:
    """As TensorFlow answers it."""
    assert not tf.raw_ops.VarIsInitializedOp(resource=HANDLES[kind]())
