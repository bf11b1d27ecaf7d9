"""tf.raw_ops: every op by name, with keyword arguments."""

from __future__ import annotations

import pytest

import runtime as tf
from graphir.ops.contract import registry
from graphir.ops.contract.families import Unary
from runtime.namespaces import raw_ops


def test_arguments_have_the_public_names() -> None:
    found = tf.raw_ops.Sum(input=[[1, 2]], axis=[0], keep_dims=True)
    assert found.numpy().tolist() == [[1, 2]]


def test_several_results_are_named() -> None:
    found = tf.raw_ops.TopKV2(input=[1, 3, 2], k=1)
    assert type(found).__name__ == "TopKV2"
    assert found.indices.numpy().tolist() == [1]


def test_list_result_is_a_list() -> None:
    found = tf.raw_ops.Split(axis=0, value=[1, 2], num_split=2)
    assert [each.numpy().tolist() for each in found] == [[1], [2]]


def test_types_and_strings_are_converted() -> None:
    assert tf.raw_ops.Cast(x=1, DstT="float32").dtype == tf.float32


def test_positional_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="Sum only takes keyword args"):
        tf.raw_ops.Sum([1], 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"input": [1]}, "missing required"), ({"nope": 1}, "unexpected keyword")],
)
def test_wrong_keywords_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        tf.raw_ops.Sum(**arguments)


def test_unknown_op_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Nope'"):
        tf.raw_ops.Nope  # noqa: B018


def test_every_known_op_is_listed() -> None:
    assert {"Sum", "MatMul", "While"} <= set(dir(tf.raw_ops))


def test_every_listed_name_is_its_op() -> None:
    """`Any` and `Shape` are ops too, whatever a module imports for itself."""
    others = [
        each
        for each in dir(tf.raw_ops)
        if getattr(getattr(tf.raw_ops, each), "__name__", "") != each
    ]
    assert others == []
    assert tf.raw_ops.Any(input=[False, True], axis=0).numpy()
    assert tf.raw_ops.Shape(input=[[1, 2]]).numpy().tolist() == [1, 2]


def test_own_op_is_served_though_its_family_is_not_imported_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def declare_all() -> None:
        type(
            "LateTwice",
            (Unary,),
            {"__doc__": "2 x.", "compute": lambda self, x: x + x},
            signature="LateTwice(x: T) -> (y: T) | T: type in [float,double]",
        )

    monkeypatch.setattr(registry, "_DECLARED", dict(registry._DECLARED))
    monkeypatch.setattr(registry, "_declare_all", declare_all)
    try:
        assert tf.raw_ops.LateTwice(x=tf.constant(2.0)).numpy() == 4.0
    finally:
        vars(tf.raw_ops).pop("LateTwice", None)
        vars(raw_ops).pop("LateTwice", None)
