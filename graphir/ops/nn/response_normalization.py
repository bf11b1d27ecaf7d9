"""Local response normalization across channels."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.ranks import require_same_shapes
from graphir.shapes import Shape

_ATTRS = """
    depth_radius: int = 5; bias: float = 1.0; alpha: float = 1.0; beta: float = 0.5;
    T: type in [half,bfloat16,float] = float
"""


def _sum_of_neighbours(array: Any, radius: int) -> Any:
    """Sums over the last axis, from ``radius`` before to ``radius`` after."""
    depth = array.shape[-1]
    places = np.arange(depth)
    band = np.abs(places[:, None] - places) <= radius
    return array @ band.astype(array.dtype)


class LRN(Op, signature=f"LRN(input: T) -> (output: T) | {_ATTRS}"):
    """input / (bias + alpha * sum of squares of neighbours in depth) ** beta."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank(4)
        return shape

    def compute(self, input: Any) -> Any:
        if input.ndim != 4:
            raise self.invalid("in must be 4-dimensional")
        wide = input.astype(np.float32)
        total = _sum_of_neighbours(np.square(wide), self.depth_radius)
        norms = np.float32(self.bias) + np.float32(self.alpha) * total
        return (wide * norms ** np.float32(-self.beta)).astype(input.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        names = ("depth_radius", "bias", "alpha", "beta")
        attrs = {name: self._attrs[name] for name in names}
        return (self.op.LRNGrad(d_output, self.input, self.output, **attrs),)


class LRNGrad(
    Op,
    signature=f"""
        LRNGrad(input_grads: T, input_image: T, output_image: T) -> (output: T)
        | {_ATTRS}
    """,
):
    """The gradient of LRN."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.input_image.shape.with_rank(4)
        return shape

    def compute(self, input_grads: Any, input_image: Any, output_image: Any) -> Any:
        require_same_shapes(
            "input_grads, input_image, output_image",
            input_grads,
            input_image,
            output_image,
        )
        if np.ndim(input_image) != 4:
            raise self.invalid("input_image must be 4-dimensional")
        image = input_image.astype(np.float32)
        gradient = input_grads.astype(np.float32)
        alpha, beta = np.float32(self.alpha), np.float32(self.beta)
        total = _sum_of_neighbours(np.square(image), self.depth_radius)
        norms = np.float32(self.bias) + alpha * total
        weighted = gradient * output_image.astype(np.float32) / norms
        along = _sum_of_neighbours(weighted, self.depth_radius)
        found = gradient * norms**-beta - 2 * alpha * beta * image * along
        return found.astype(input_image.dtype)
