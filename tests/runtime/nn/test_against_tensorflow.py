"""Functions of neural networks and their gradients, against a live TensorFlow."""

from __future__ import annotations

import pytest

from tests.runtime.live_answers import assert_same, inputs_of
from tests.tensorflow_process import TensorFlowProcess

IMAGES = [
    "tf.nn.conv2d(a, b, STRIDE, PADDING)",
    "tf.nn.conv2d(a, b, 1, PADDING, dilations=2)",
    "tf.nn.depthwise_conv2d(a, b, [1, STRIDE, STRIDE, 1], PADDING)",
    "tf.nn.max_pool2d(a, 2, STRIDE, PADDING)",
    "tf.nn.avg_pool2d(a, [2, 3], STRIDE, PADDING)",
    "tf.nn.max_pool_with_argmax(a, 2, STRIDE, PADDING)",
    "tf.nn.dilation2d(a, b[..., 0], [1, STRIDE, 1, 1], PADDING, 'NHWC', [1, 1, 2, 1])",
    "tf.nn.conv1d(a[0], b[0], STRIDE, PADDING)",
    "tf.nn.conv3d(a[None], b[None], [1, 1, STRIDE, 1, 1], PADDING)",
    "tf.nn.avg_pool3d(a[None], 2, STRIDE, PADDING)",
]
VECTORS = [
    "tf.nn.relu6(4 * a)",
    "tf.nn.elu(a)",
    "tf.nn.selu(a)",
    "tf.nn.silu(a)",
    "tf.nn.gelu(a)",
    "tf.nn.gelu(a, approximate=True)",
    "tf.nn.leaky_relu(a)",
    "tf.nn.crelu(a)",
    "tf.nn.softmax(a, axis=0)",
    "tf.nn.log_softmax(a)",
    "tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(a), b)",
    "tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(a), b, axis=0)",
    "tf.nn.sparse_softmax_cross_entropy_with_logits([0, 3, 1], a)",
    "tf.nn.sparse_softmax_cross_entropy_with_logits([0, 3], a)",
    "tf.nn.sigmoid_cross_entropy_with_logits(a, b)",
    "tf.nn.weighted_cross_entropy_with_logits(a, b, 2.5)",
    "tf.nn.moments(a, [0])",
    "tf.nn.weighted_moments(a, [1], tf.abs(b))",
    "tf.nn.batch_normalization(a, b[0], tf.abs(b[1]), b[2], None, 1e-3)",
    "tf.nn.l2_normalize(a, 1)",
    "tf.nn.embedding_lookup(a, [[0, 2], [2, 1]], max_norm=1.0)",
    "tf.nn.embedding_lookup([a, b], [0, 4, 2])",
    "tf.nn.ctc_loss([[1, 1], [2, 0]], tf.stack([a] * 4)[:, :2], [2, 1], [4, 3])",
    "tf.nn.dropout(a, 1.5)",
]


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("expression", IMAGES)
def test_windows(
    tensorflow_python: TensorFlowProcess, expression: str, stride: int, padding: str
) -> None:
    text = expression.replace("STRIDE", str(stride)).replace("PADDING", repr(padding))
    assert_same(tensorflow_python, text, inputs_of((2, 5, 6, 2), (2, 3, 2, 3)))


@pytest.mark.parametrize("expression", VECTORS)
def test_vectors(tensorflow_python: TensorFlowProcess, expression: str) -> None:
    assert_same(tensorflow_python, expression, inputs_of((3, 4), (3, 4)))
