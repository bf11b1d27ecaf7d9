"""The gradient of a recurrent layer as a whole: that of the op's backward op."""

from __future__ import annotations

import runtime as tf


def test_gradients_are_traced_through_the_backward_op() -> None:
    with tf.Graph().as_default() as graph:
        given = [tf.compat.v1.placeholder(tf.float32, shape) for shape in
                 ([5, 2, 3], [1, 2, 4], [1, 2, 4], [None])]  # fmt: skip
        lengths = tf.compat.v1.placeholder(tf.int32, [2])
        layer = tf.raw_ops.CudnnRNNV3(
            input=given[0],
            input_h=given[1],
            input_c=given[2],
            params=given[3],
            sequence_lengths=lengths,
            rnn_mode="lstm",
        )
        found = tf.gradients(layer.output, [*given, lengths])
    assert found[-1] is None
    makers = {each.op.type for each in found[:-1]}
    assert makers == {"CudnnRNNBackpropV3"}
    (node,) = [x for x in graph.get_operations() if x.type == "CudnnRNNBackpropV3"]
    assert node.get_attr("rnn_mode") == b"lstm"
    assert [each.shape for each in found[:2]] == [each.shape for each in given[:2]]
