"""Stateful kernels that sample distorted bounding boxes for random crops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel
from graphir.ops.images import distorted_boxes
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.random import OpGenerator


@kernel_factory(distorted_boxes.SampleDistortedBoundingBoxV2)
def _with_given_cover(attrs: Mapping[str, Attr]) -> Kernel:
    generator = OpGenerator(attrs)
    call = distorted_boxes.SampleDistortedBoundingBoxV2((), attrs)

    def compute(image_size: Any, boxes: Any, covered: Any) -> Any:
        here = generator.reserve(_blocks(attrs))
        return call.crop(here, image_size, boxes, covered)

    return compute


@kernel_factory(distorted_boxes.SampleDistortedBoundingBox)
def _with_fixed_cover(attrs: Mapping[str, Attr]) -> Kernel:
    generator = OpGenerator(attrs)
    call = distorted_boxes.SampleDistortedBoundingBox((), attrs)

    def compute(image_size: Any, boxes: Any) -> Any:
        here = generator.reserve(_blocks(attrs))
        covered = np.float32(attrs["min_object_covered"])
        return call.crop(here, image_size, boxes, covered)

    return compute


def _blocks(attrs: Mapping[str, Attr]) -> int:
    """Blocks set aside for a call: four words an attempt, so one block."""
    attempts: int = attrs["max_attempts"]
    return attempts
