"""Every op that takes a handle refuses one of every other kind, in the same words."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.ops.contract.handles import ANY, KINDS, described, kinds_of
from graphir.ops.contract.registry import declared, lookup
from graphir.ops.contract.signature import AttrSpec
from graphir.shapes import UNKNOWN
from runtime.apply import apply_op
from runtime.stateful_kernels.stores.barriers import BarrierStorage
from runtime.tensors.tensor import wrap

RAW = tf.raw_ops


@cache
def handles() -> dict[str, Any]:
    """A handle of each kind, as a tensor, and what must live as long."""
    iterator = iter(tf.data.Dataset.range(2))._iterator_resource
    return {
        "variable": tf.compat.v1.Variable([1.0], use_resource=True).handle,
        "table": RAW.AnonymousMutableHashTable(
            key_dtype=tf.int64, value_dtype=tf.int64
        ),
        "queue": RAW.FIFOQueueV2(component_types=[tf.float32], capacity=1),
        "array": RAW.TensorArrayV3(size=1, dtype=tf.float32).handle,
        "list": RAW.EmptyTensorList(
            element_shape=-1, max_num_elements=-1, element_dtype=tf.float32
        ),
        "dataset": tf.data.Dataset.range(2)._variant_tensor,
        "iterator": iterator,
        "shared_iterator": RAW.AnonymousMultiDeviceIteratorV3(
            devices=["/cpu:0"], output_types=[tf.int64], output_shapes=[[]]
        ),
        "iterator_state": RAW.SerializeIterator(resource_handle=iterator),
        "optional": RAW.OptionalNone(),
        "writer": RAW.SummaryWriter(),
        "seeds": RAW.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=True).handle,
        "cache": RAW.AnonymousMemoryCache().handle,
        "threads": RAW.ThreadPoolHandle(num_threads=1, display_name="x"),
        "statistics": RAW.StatsAggregatorHandle(),
        "stack": RAW.StackV2(max_size=1, elem_type=tf.float32),
        "reader": RAW.IdentityReaderV2(),
        "accumulator": RAW.ResourceConditionalAccumulator(dtype=tf.float32, shape=[]),
        "barrier": wrap(BarrierStorage([tf.float32], [], "b"), tf.resource),
        "map": RAW.EmptyTensorMap(),
        "mutex": RAW.MutexV2(),
        "mutex_lock": RAW.MutexLock(mutex=RAW.MutexV2()),
        "compressed": RAW.CompressElement(components=[tf.constant(1)]),
        "composite": RAW.CompositeTensorVariantFromComponents(
            components=[tf.constant(1)], metadata=""
        ),
        "rows": RAW.DenseToCSRSparseMatrix(dense_input=[[1.0]], indices=[[0, 0]]),
    }


def an_attribute(spec: AttrSpec) -> Any:
    """Some value of an attribute: its default, or the first that is allowed."""
    if spec.has_default:
        return spec.default
    by_kind = {
        "type": spec.allowed[0] if spec.allowed else dtypes.float32,
        "shape": UNKNOWN,
        "int": 1,
        "func": FunctionRef("f"),
        "string": "",
        "bool": False,
        "float": 0.0,
    }
    return [by_kind[spec.kind]] if spec.is_list else by_kind[spec.kind]


OPS = [each for each in declared() if each.declared().takes_handles]


def test_every_kind_is_tried() -> None:
    assert handles().keys() == KINDS.keys()
    for kind, handle in handles().items():
        assert KINDS[kind] in described(handle._array)
    assert len(OPS) > 200


@pytest.mark.parametrize("start", range(0, len(OPS), 40))
def test_handles_of_another_kind_are_refused(start: int) -> None:
    for declaration in OPS[start : start + 40]:
        signature = declaration.declared()
        attrs = {name: an_attribute(spec) for name, spec in signature.attrs.items()}
        kinds = kinds_of(signature, declaration.handles)
        import_module(declaration.kernel_package)
        if not declaration.has_kernel():
            continue
        kernel = declaration.bind(attrs)
        given = [
            handles()[kinds.get(arg.name, ANY)]._array
            if kinds.get(arg.name, ANY) != ANY
            else None
            for arg in signature.inputs
        ]
        for place, arg in enumerate(signature.inputs):
            kind = kinds.get(arg.name, ANY)
            if kind == ANY:
                continue
            for other, handle in handles().items():
                if other == kind or (other == "threads" and kind in ("seeds", "cache")):
                    continue  # a placeholder stands for any of these
                wrong = [*given[:place], handle._array, *given[place + 1 :]]
                with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                    kernel(*wrong)
                assert str(caught.value) == (
                    "Trying to access a handle's resource using the wrong type: the "
                    f"handle points to {described(handle._array)}; "
                    f"{signature.name} takes {KINDS[kind]}"
                )


FREE = [
    each.__name__
    for each in OPS
    if ANY in each.handles.split()
    and not each.declared().reference
    and all(arg.is_handle for arg in each.declared().inputs)
]


@pytest.mark.parametrize("op", FREE)
def test_ops_that_take_any_handle_never_raise_raw_errors(op: str) -> None:
    signature = lookup(op).declared()
    attrs = {name: an_attribute(spec) for name, spec in signature.attrs.items()}
    kinds = kinds_of(signature, lookup(op).handles)
    raw = {}
    for kind in KINDS:
        there = handles.__wrapped__()  # new ones: what is deleted stays deleted
        given = [
            there[kind if kinds[each.name] == ANY else kinds[each.name]]
            for each in signature.inputs
        ]
        try:
            apply_op(op, given, attrs)
        except tf.errors.OpError as error:
            if "Error)" in str(error):
                raw[kind] = str(error)
    assert raw == {}


GENERAL = {
    "sum": lambda h: RAW.AddN(inputs=[h, h]),
    "zeros": lambda h: RAW.ZerosLike(x=h),
}
REFUSALS = (
    (tf.errors.InvalidArgumentError, "the wrong type"),
    (tf.errors.InternalError, "a variant: an? "),
)
IN_GRAPHS = {
    "read": lambda h: RAW.ReadVariableOp(resource=h, dtype=tf.float32),
    "add": lambda h: RAW.AssignAddVariableOp(resource=h, value=[1.0]),
    "subtract": lambda h: RAW.AssignSubVariableOp(resource=h, value=[1.0]),
}


@pytest.mark.parametrize("name", [*GENERAL, *IN_GRAPHS])
def test_shorter_kernels_of_programs_check_too(name: str) -> None:
    call = {**GENERAL, **IN_GRAPHS}[name]
    error, text = REFUSALS[name in GENERAL]
    for kind in ("dataset",) if name in GENERAL else ("table", "queue"):
        for run in (call, tf.function(call, autograph=False)):
            with pytest.raises(error, match=text):
                run(handles()[kind])


def test_a_number_is_no_handle() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="points to a float64"):
        lookup("ReadVariableOp").bind({"dtype": dtypes.float32})(np.float64(1))


def test_an_op_that_takes_handles_says_of_what_kind() -> None:
    signature = lookup("ReadVariableOp").declared()
    for given in ("", "windmill"):
        with pytest.raises(
            TypeError, match="must list their kinds, of variable, table|one of"
        ):
            kinds_of(signature, given)
