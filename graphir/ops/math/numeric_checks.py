"""CheckNumerics: raises an error for NaN and infinity."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.shapes import Shape

_CHECKED = "T: type in [bfloat16,half,float,double]; message: string | stateful"


class NumericCheck(Op):
    """Returns its argument unless an element is NaN or infinite: that is an error."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.tensor.shape
        return shape

    def _refuse(self, found: list[str]) -> None:
        if found:
            message = self.message.decode(errors="replace")
            raise self.invalid(f"{message} : Tensor had {' and '.join(found)} values")


def _as_wide(tensor: Any) -> Any:
    return tensor.astype(np.float32) if tensor.dtype.kind == "V" else tensor


class CheckNumerics(
    NumericCheck,
    signature=f"CheckNumerics(tensor: T) -> (output: T) | {_CHECKED}",
    traits="for_each_element passing_check",
):
    """The argument, if it has neither NaN nor infinities."""

    def compute(self, tensor: Any) -> Any:
        wide = _as_wide(tensor)
        if not np.isfinite(wide).all():
            found = [("Inf", np.isinf(wide).any()), ("NaN", np.isnan(wide).any())]
            self._refuse([label for label, is_there in found if is_there])
        return tensor

    def input_gradients(self, d_output: Any) -> Any:
        # without CheckNumerics a NaN would be found one op later
        message = b"Not a number (NaN) or infinity (Inf) values detected in gradient."
        return (self.op.CheckNumerics(d_output, message=message),)


class CheckNumericsV2(
    NumericCheck,
    signature=f"CheckNumericsV2(tensor: T) -> (output: T) | {_CHECKED}",
    traits="passing_check",
):
    """CheckNumerics that reports the sign of infinities."""

    def compute(self, tensor: Any) -> Any:
        wide = _as_wide(tensor)
        if not np.isfinite(wide).all():
            found = [
                ("-Inf", np.isneginf(wide).any()),
                ("+Inf", np.isposinf(wide).any()),
                ("NaN", np.isnan(wide).any()),
            ]
            self._refuse([label for label, is_there in found if is_there])
        return tensor

    def input_gradients(self, d_output: Any) -> Any:
        message = b"Not a number (NaN) or infinity (Inf) values detected in gradient."
        return (self.op.CheckNumericsV2(d_output, message=message),)
