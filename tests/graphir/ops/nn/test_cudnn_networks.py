"""The ops of recurrent networks on GPUs are traced and differentiated, not run."""

from __future__ import annotations

import pytest

import runtime as tf

INPUTS = [
    tf.TensorSpec([7, 2, 4]),
    tf.TensorSpec([1, 2, 5]),
    tf.TensorSpec([1, 2, 5]),
    tf.TensorSpec([None]),
]


@pytest.mark.parametrize("version", ["CudnnRNN", "CudnnRNNV2", "CudnnRNNV3"])
def test_gradients_have_the_shapes_of_the_inputs(version: str) -> None:
    lengths = {"sequence_lengths": [3, 7]} if version == "CudnnRNNV3" else {}

    def gradients(x, h, c, params):
        with tf.GradientTape() as tape:
            tape.watch([x, h, c, params])
            found = getattr(tf.raw_ops, version)(
                input=x, input_h=h, input_c=c, params=params, dropout=0.25, **lengths
            )
            total = tf.reduce_sum(found[0])
        return found[0], tape.gradient(total, [x, h, c, params])

    concrete = tf.function(gradients).get_concrete_function(*INPUTS)
    output, found = concrete.structured_outputs
    assert output.shape == [7, 2, 5]
    assert [each.shape.as_list() for each in found] == [
        spec.shape.as_list() for spec in INPUTS
    ]
    backward = version.replace("RNN", "RNNBackprop")
    (node,) = (n for n in concrete.graph.as_graph_def().node if n.op == backward)
    assert node.attr["dropout"].f == 0.25


def test_two_directions_double_the_units() -> None:
    with tf.Graph().as_default():
        found = tf.raw_ops.CudnnRNN(
            input=tf.zeros([7, 2, 4]),
            input_h=tf.zeros([2, 2, 5]),
            input_c=tf.zeros([2, 2, 5]),
            params=tf.zeros([1]),
            direction="bidirectional",
            rnn_mode="gru",
        )
    assert found.output.shape == [7, 2, 10]
    assert found.output_c.shape == []
