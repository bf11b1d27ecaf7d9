"""What a call knows of its surroundings: the time, the device."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import SCALAR, Shape


class Timestamp(Op, signature="Timestamp() -> (ts: double) | stateful"):
    """The time of the call, in seconds since 1970."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self) -> Any:
        return np.float64(time.time())


class DeviceIndex(
    Op,
    signature="""
        DeviceIndex() -> (index: int32) | device_names: list(string) | stateful
    """,
):
    """The place of the kind of device, here a CPU, in a list; its length if none."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self) -> Any:
        names = [bytes(each) for each in self.device_names]
        return np.int32(names.index(b"CPU") if b"CPU" in names else len(names))


class SyncDevice(Op, signature="SyncDevice() -> () | stateful"):
    """Waits for what the device was given to do: on a CPU, nothing is left."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []

    def compute(self) -> tuple[()]:
        return ()
