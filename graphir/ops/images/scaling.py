"""ScaleAndTranslate: images resized under a kernel, with or without antialiasing."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.families import in_brackets
from graphir.ops.images.resampling import KERNELS, Placement, Taps
from graphir.shapes import Shape

_KERNEL = "kernel_type: string = 'lanczos3'; antialias: bool = True"


class Scaling(Op):
    """New rows and columns lie at ``position * scale + translation``."""

    def _taps(
        self, old: Any, new: Any, scale: Any, translation: Any
    ) -> tuple[Taps, Taps]:
        """Those of the rows and of the columns."""
        if self.kernel_type not in KERNELS:
            raise self.invalid(
                f"Unrecognized kernel type: {self.kernel_type.decode(errors='replace')}"
            )
        for label, vector in (("scale", scale), ("translation", translation)):
            if vector.shape != (2,):
                raise self.invalid(f"{label} must have two elements")
        if not (scale > 0).all():
            raise self.invalid("Scale must be greater than zero.")
        if not np.isfinite(translation).all():
            raise self.invalid("translation must be finite.")
        rows, columns = [
            Placement(*each).taps(self.kernel_type, self.antialias)
            for each in zip(old, new, scale, translation, strict=True)
        ]
        return rows, columns


class ScaleAndTranslate(
    Scaling,
    signature=f"""
        ScaleAndTranslate(images: T, size: int32, scale: float, translation: float)
        -> (resized_images: float)
        | T: type in [int8,uint8,int16,uint16,int32,int64,bfloat16,half,float,double];
          {_KERNEL}
    """,
):
    """Resized images: each element is a mean of old elements weighted by a kernel."""

    def infer_shape(self) -> Shape:
        shape = self.images.shape.with_rank(4)
        known = self.constant_as_shape("size")
        if known.rank not in (None, 2):
            raise ValueError("size must have two elements.")
        new = list(known) if known.rank == 2 else [None, None]
        return Shape([shape[0], *new, shape[3]])

    def compute(self, images: Any, size: Any, scale: Any, translation: Any) -> Any:
        if images.ndim != 4:
            raise self.invalid(
                f"input must be 4-dimensional but got shape {in_brackets(images.shape)}"
            )
        if size.shape != (2,):
            raise self.invalid(
                f"output_shape_t must have two elements {in_brackets(size.shape)}"
            )
        if min(size) <= 0:
            raise self.invalid("output dimensions must be positive")
        if not min(images.shape[1:]):
            raise self.invalid("input image must be of non-zero size")
        old, new = images.shape[1:3], size.tolist()
        rows, columns = self._taps(old, new, scale, translation)
        return columns.gather(rows.gather(images.astype(np.float32), 1), 2)

    def input_gradients(self, d_resized: Any) -> Any:
        gradient = self.op.ScaleAndTranslateGrad(
            d_resized,
            self.images,
            self.scale,
            self.translation,
            kernel_type=self.kernel_type,
            antialias=self.antialias,
        )
        return gradient, None, None, None


class ScaleAndTranslateGrad(
    Scaling,
    signature=f"""
        ScaleAndTranslateGrad(grads: T, original_image: T, scale: float,
          translation: float) -> (output: T)
        | T: type in [float]; {_KERNEL}
    """,
):
    """The gradient of ScaleAndTranslate."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.original_image.shape
        return shape

    def compute(
        self, grads: Any, original_image: Any, scale: Any, translation: Any
    ) -> Any:
        if grads.ndim != 4 or original_image.ndim != 4:
            raise self.invalid("input_grad must be 4-dimensional")
        old, new = original_image.shape[1:3], grads.shape[1:3]
        rows, columns = self._taps(old, new, scale, translation)
        return columns.scatter(rows.scatter(grads, 1, old[0]), 2, old[1])
