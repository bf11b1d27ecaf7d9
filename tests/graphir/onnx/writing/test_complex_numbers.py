"""Fourier transforms and complex numbers in ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from graphir.onnx.contract.emission import writes_pairs
from tests.graphir.onnx.writing.checked import check_out_and_in


def _spectrum(x: Any) -> Any:
    return tf.signal.fft(tf.complex(x, x + 1.0))


def _turned(x: Any) -> Any:
    rows = tf.transpose(tf.reshape(_spectrum(x), [5, -1]))
    return tf.math.real(rows[1:] - tf.math.conj(tf.complex(1.0, 2.0)))


def _mel(x: Any) -> Any:
    weights = tf.signal.linear_to_mel_weight_matrix(5, 9, 8000, 80.0, 3000.0)
    return tf.matmul(tf.abs(tf.signal.stft(x, 16, 8)) ** 2, weights)


CASES: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {
    "stft": (lambda x: tf.abs(tf.signal.stft(x, 16, 8, pad_end=True)), (2, 64)),
    "vector": (lambda x: tf.math.imag(tf.signal.rfft(x)), (10,)),
    "padded": (lambda x: tf.abs(tf.signal.rfft(x, [12])), (3, 10)),
    "cut": (lambda x: tf.abs(tf.signal.rfft(x, [7])), (3, 10)),
    "odd": (lambda x: tf.signal.irfft(tf.signal.rfft(x), [9]), (3, 10)),
    "longer": (lambda x: tf.signal.irfft(tf.signal.rfft(x), [15]), (3, 10)),
    "cast": (lambda x: tf.abs(tf.signal.fft(tf.cast(x, tf.complex64))), (3, 10)),
    "angle": (lambda x: tf.math.angle(_spectrum(x)), (3, 5)),
    "ifft2d": (lambda x: tf.abs(tf.signal.ifft2d(tf.complex(x, x + 1.0))), (2, 3, 4)),
    "product": (
        lambda x: tf.signal.irfft2d(tf.signal.rfft2d(x) * tf.complex(2.0, 1.0)),
        (2, 6, 4),
    ),
    "rfft3d": (lambda x: tf.abs(tf.signal.rfft3d(x)), (2, 6, 4, 3)),
    "shapes": (_turned, (2, 10)),
    "istft": (
        lambda x: tf.signal.inverse_stft(tf.signal.stft(x, 16, 8), 16, 8),
        (2, 64),
    ),
    "mel": (_mel, (2, 64)),
    "dct": (tf.signal.dct, (2, 8)),
    "split": (lambda x: tf.math.real(tf.split(_spectrum(x), 2, axis=1)[1]), (2, 10)),
}


@pytest.mark.parametrize(("opset", "is_open"), [(17, False), (20, True)])
@pytest.mark.parametrize("name", CASES)
def test_out_and_in_again(name: str, opset: int, is_open: bool) -> None:
    function, sizes = CASES[name]
    x = np.random.default_rng(0).standard_normal(sizes).astype(np.float32)
    is_open = is_open and len(sizes) > 1
    check_out_and_in(function, [x], opset=opset, is_open=is_open, close=1e-4)


def test_an_op_of_complex_numbers_without_a_rule_is_named_with_its_line() -> None:
    def program(x: Any) -> Any:
        return tf.abs(tf.exp(_spectrum(x)))

    spec = tf.TensorSpec([2, 4], tf.float32)
    with pytest.raises(
        graphir.onnx.UnsupportedOpError,
        match=r"\(Exp\) at .*test_complex_numbers.py.*of complex numbers",
    ):
        graphir.onnx.to_model(tf.function(program), args=[spec])


def test_transforms_need_the_op_set_that_has_them() -> None:
    function, sizes = CASES["stft"]
    spec = tf.TensorSpec(sizes, tf.float32)
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="need opset 17"):
        graphir.onnx.to_model(tf.function(function), args=[spec], opset=16)


def test_numbers_after_a_convolution_are_complex_in_their_own_layout() -> None:
    kernel = np.random.default_rng(1).standard_normal((3, 3, 2, 3)).astype(np.float32)

    def spectrum(x: Any) -> Any:
        made = tf.cast(tf.nn.conv2d(x, kernel, 1, "SAME"), tf.complex64)
        return tf.math.real(tf.signal.fft(made)), tf.math.imag(tf.signal.fft(made))

    x = np.random.default_rng(0).standard_normal((1, 4, 5, 2)).astype(np.float32)
    check_out_and_in(spectrum, [x], close=1e-4)


def test_numbers_beyond_floats_have_no_imaginary_part() -> None:
    def parts(x: Any) -> Any:
        made = tf.cast(x, tf.complex64)
        wide = tf.cast(made, tf.complex128)
        return tf.math.imag(made), tf.math.real(wide), tf.cast(wide, tf.float32)

    check_out_and_in(parts, [np.array([np.inf, -np.inf, np.nan, 2], np.float32)])


def test_two_rules_for_one_op_of_complex_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match="two rules for the op Conj"):
        writes_pairs("Conj")(lambda out: None)


ENDS = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]


def test_angles_at_the_ends_of_the_numbers() -> None:
    y, x = (np.array(each, np.float32).ravel() for each in np.meshgrid(ENDS, ENDS))
    model = check_out_and_in(tf.atan2, [y, x])
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    feeds = dict(zip([value.name for value in graph.inputs], (y, x), strict=True))
    (found,) = tf.run_graph(graph, feeds, names)
    with np.errstate(all="ignore"):
        expected = np.arctan2(y, x)
    assert _signs(found) == _signs(expected)


def _signs(numbers: Any) -> list[bool]:
    signs: list[bool] = np.signbit(np.nan_to_num(numbers)).tolist()
    return signs
