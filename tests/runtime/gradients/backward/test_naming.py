"""What the nodes of gradients are called in graphs, and what they read.

The names are TensorFlow's: `gradient_tape/` and the scope of the call for tapes,
`gradients/` and the name of the node for `tf.gradients`. Not compared is what
TensorFlow's graphs have beyond ours: control edges that only delay a node, and
constants and shapes that nothing reads.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

LISTED = r"""
import re

def listed(graph_def):
    lines = [
        (node.name, node.op, [each for each in node.input if each[0] != "^"])
        for node in graph_def.node
    ]
    while True:
        read = {each.split(":")[0] for _, _, inputs in lines for each in inputs}
        kept = [
            line
            for line in lines
            if line[0] in read
            or not re.match("gradient(_tape|s)/", line[0])
            or line[1] not in ("Const", "Shape", "ZerosLike", "Fill")
        ]
        if len(kept) == len(lines):
            return [f"{a} = {b}({', '.join(c)})" for a, b, c in lines]
        lines = kept

def traced(text, shapes):
    f = eval(text, {"tf": tf})

    def by_tape(*xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = f(*xs)
        return tape.gradient(y, list(xs))

    def by_graph(*xs):
        return tf.gradients(f(*xs), list(xs))

    of = by_graph if text.startswith("(") else by_tape
    specs = [tf.TensorSpec(shape, tf.float32) for shape in shapes]
    return tf.function(of, autograph=False).get_concrete_function(*specs)
"""

CASES: list[tuple[str, list[Any]]] = [
    ("lambda x, y: x * y", [[3], [3]]),
    ("lambda x, y: x * y", [[None, 3], [3]]),
    ("lambda x, y: x * y", [[2, 3], [3]]),
    ("lambda x, y: x * y", [[None], [None]]),
    ("lambda x: 2.0 * x", [[3]]),
    ("lambda x, y: x + y", [[None, 3], [3]]),
    ("lambda x, y: x - y", [[None, 3], [3]]),
    ("lambda x, y: x / y", [[None, 3], [3]]),
    ("lambda x: tf.square(x)", [[3]]),
    ("lambda x: tf.exp(tf.exp(tf.exp(x)))", [[3]]),
    ("lambda x: tf.sin(x) + tf.cos(x) + tf.exp(x)", [[3]]),
    ("lambda x: tf.math.log(1 + tf.exp(x))", [[]]),
    ("lambda x: tf.math.log1p(tf.tan(x))", [[3]]),
    ("lambda x: tf.sigmoid(tf.nn.relu6(tf.tanh(x)))", [[3]]),
    ("lambda x: tf.nn.log_softmax(tf.nn.softmax(x))", [[4, 3]]),
    ("lambda x: tf.math.acos(tf.math.erf(x))", [[3]]),
    ("lambda x: tf.clip_by_value(tf.nn.softplus(x), -1.0, 1.0)", [[3]]),
    ("lambda x, y: tf.maximum(x, y)", [[3], [3]]),
    ("lambda x, y: tf.minimum(x, y)", [[None, 3], [3]]),
    ("lambda x, y: tf.math.squared_difference(x, y)", [[3], [3]]),
    ("lambda x, y: tf.atan2(x, y)", [[3], [3]]),
    ("lambda x, y: tf.where(x > 0, x, y)", [[3], [3]]),
    ("lambda x, y: tf.matmul(x, y)", [[2, 3], [3, 4]]),
    ("lambda x, y: tf.matmul(x, y, transpose_b=True)", [[2, 3], [4, 3]]),
    ("lambda x, y: tf.matmul(x, y)", [[5, 2, 3], [5, 3, 4]]),
    ("lambda x, w, b: tf.nn.relu(tf.matmul(x, w) + b)", [[None, 3], [3, 4], [4]]),
    ("lambda x: tf.gather(x, [0, 1])", [[None, 3]]),
    ("lambda x: tf.gather_nd(x, [[0, 1]])", [[5, 3]]),
    ("lambda x: tf.transpose(tf.reshape(x, [3, 5]))", [[5, 3]]),
    ("lambda x, y: tf.concat([x, y], 0)", [[5, 3], [2, 3]]),
    ("lambda x, y: tf.stack([tf.expand_dims(x, 1), y])", [[3], [3, 1]]),
    ("lambda x: tf.squeeze(tf.pad(x, [[1, 1], [0, 0]]), 1)", [[3, 1]]),
    ("lambda x: tf.cumsum(tf.reverse(x, [0]))", [[4]]),
    ("lambda x, y: tf.linalg.solve(x, y)", [[3, 3], [3, 1]]),
    ("lambda x: tf.nn.max_pool2d(x, 2, 2, 'SAME')", [[1, 8, 8, 3]]),
    ("(lambda x, y: x * y)", [[3], [3]]),
    ("(lambda x: tf.exp(tf.exp(x)))", [[3]]),
    ("(lambda x: tf.sin(x) + tf.cos(x) + tf.exp(x))", [[3]]),
    ("(lambda x, y: tf.matmul(x, y))", [[2, 3], [3, 4]]),
]


def ours(text: str, shapes: list[Any]) -> list[str]:
    names: dict[str, Any] = {"tf": tf}
    exec(LISTED, names)
    graph_def = names["traced"](text, shapes).graph.as_graph_def()
    result: list[str] = names["listed"](graph_def)
    return result


@pytest.mark.parametrize(("text", "shapes"), CASES)
def test_graph_of_gradients_is_that_of_live_tensorflow(
    text: str, shapes: list[Any], tensorflow_python: TensorFlowProcess
) -> None:
    code = LISTED + "\nresult = listed(traced(text, shapes).graph.as_graph_def())\n"
    assert ours(text, shapes) == tensorflow_python.run(code, text=text, shapes=shapes)


def test_nodes_of_a_tape_stand_in_the_scope_of_the_call() -> None:
    assert ours("lambda x, y: x * y", [[None, 3], [3]]) == [
        "xs_0 = Placeholder()",
        "xs_1 = Placeholder()",
        "mul = Mul(xs_0, xs_1)",
        "ones_like/Shape = Shape(mul)",
        "ones_like/Const = Const()",
        "ones_like = Fill(ones_like/Shape, ones_like/Const)",
        "gradient_tape/mul/Mul = Mul(ones_like, xs_1)",
        "gradient_tape/mul/Mul_1 = Mul(xs_0, ones_like)",
        "gradient_tape/mul/Shape_1 = Const()",
        "gradient_tape/mul/Sum/reduction_indices = Const()",
        "gradient_tape/mul/Sum = Sum(gradient_tape/mul/Mul_1, "
        "gradient_tape/mul/Sum/reduction_indices)",
        "gradient_tape/mul/Reshape = Reshape(gradient_tape/mul/Sum, "
        "gradient_tape/mul/Shape_1)",
        "Identity = Identity(gradient_tape/mul/Mul)",
        "Identity_1 = Identity(gradient_tape/mul/Reshape)",
    ]


def test_nodes_of_tf_gradients_stand_under_the_node_they_belong_to() -> None:
    assert ours("(lambda x: tf.sin(x) + tf.exp(x))", [[3]]) == [
        "xs_0 = Placeholder()",
        "Sin = Sin(xs_0)",
        "Exp = Exp(xs_0)",
        "add = AddV2(Sin, Exp)",
        "gradients/Shape = Const()",
        "gradients/grad_ys_0/Const = Const()",
        "gradients/grad_ys_0 = Fill(gradients/Shape, gradients/grad_ys_0/Const)",
        "gradients/Sin_grad/Cos = Cos(xs_0)",
        "gradients/Sin_grad/mul = Mul(gradients/grad_ys_0, gradients/Sin_grad/Cos)",
        "gradients/Exp_grad/mul = Mul(gradients/grad_ys_0, Exp)",
        "gradients/AddN = AddN(gradients/Sin_grad/mul, gradients/Exp_grad/mul)",
        "Identity = Identity(gradients/AddN)",
    ]


def test_scopes_of_the_user_are_kept() -> None:
    @tf.function
    def slope(x: Any) -> Any:
        with tf.name_scope("outer"):
            with tf.GradientTape() as tape:
                tape.watch(x)
                with tf.name_scope("layer"):
                    y = tf.exp(x) * x
            return tape.gradient(y, x)

    graph = slope.get_concrete_function(tf.TensorSpec([3])).graph
    names = {node.name for node in graph.as_graph_def().node}
    assert {"gradient_tape/outer/layer/mul/Mul", "gradient_tape/outer/layer/mul"} <= (
        names
    )
    assert "outer/AddN" in names
    assert not any(re.match("outer/gradient", each) for each in names)


def test_what_nobody_asks_for_is_not_computed() -> None:
    lines = ours("lambda x: tf.matmul(x, tf.ones([3, 2])) ** 3.0", [[None, 3]])
    assert [line.split(" = ")[1].split("(")[0] for line in lines].count("MatMul") == 2
    assert not any("Log(" in line for line in lines)
