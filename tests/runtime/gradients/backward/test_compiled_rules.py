"""Rules traced on placeholders and compiled; values that they read become constants."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.gradients.backward.compiled_rules import RuleTrace, has_plain_rule
from runtime.gradients.backward.rules import Call

X = tf.constant([1.0, 2.0, 3.0])


def test_a_compiled_rule_reads_the_tensors_of_each_call() -> None:
    trace = RuleTrace("rule", set())
    given = trace.tensor(X, "x", 0)
    result = trace.traced(lambda: given * 2.0 + trace.ones(X))
    run = trace.compiled([result], "x")
    for values in ([1, 2, 3], [0, 0, 5]):
        x = tf.constant(values, tf.float32)
        np.testing.assert_array_equal(run(x)[0], np.array(values) * 2 + 1)
    assert not trace.needs_more


def test_a_value_that_is_read_is_asked_for() -> None:
    sizes = tf.constant([3, 1])
    asked: set[int] = set()
    trace = RuleTrace("rule", asked)
    shape = trace.tensor(sizes, "sizes", 1)
    assert shape.constant_value() is None
    assert asked == {1}
    assert trace.needs_more
    again = RuleTrace("rule", asked)
    known = again.tensor(sizes, "sizes", 1)
    assert known.constant_value().tolist() == [3, 1]
    assert not again.needs_more


def test_a_refusal_is_none_and_a_mistake_is_told() -> None:
    trace = RuleTrace("rule", set())

    def refusing():
        raise LookupError("no gradient")

    assert trace.traced(refusing) is None


def test_plain_rules() -> None:
    y = tf.constant([1.0])
    assert has_plain_rule(Call("Exp", [X], {}, [y]))
    assert not has_plain_rule(Call("GatherV2", [X], {}, [y]))
    assert not has_plain_rule(Call("Shape", [X], {}, [y]))
    assert not has_plain_rule(Call("Mystery", [X], {}, [y]))
    assert not has_plain_rule(Call("Exp", [X], {"_gradient_op_type": b"mine"}, [y]))
    handle = tf.Variable(1.0).handle
    assert not has_plain_rule(Call("ReadVariableOp", [handle], {}, [y]))
