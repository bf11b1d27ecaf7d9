"""Random crops described by bounding boxes, and region proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from graphir import dtypes
from runtime.apply import apply_op
from runtime.random.seeds import op_seeds
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class SampleDistortedBoundingBoxV2(NamedTuple):
    """A crop: begin and size for `tf.slice`, and its bounding box."""

    begin: Tensor
    """[3], of the dtype of the image size: row, column, 0."""
    size: Tensor
    """[3], of the dtype of the image size: height, width, -1."""
    bboxes: Tensor
    """float32 [1, 1, 4], for `tf.image.draw_bounding_boxes`."""


_ASPECTS: Final = (0.75, 1.33)
_AREAS: Final = (0.05, 1.0)


def _crop_choices(
    aspects: Sequence[float] | None,
    areas: Sequence[float] | None,
    attempts: int | None,
    takes_image: bool | None,
) -> dict[str, Any]:
    return {
        "aspect_ratio_range": [float(each) for each in aspects or _ASPECTS],
        "area_range": [float(each) for each in areas or _AREAS],
        "max_attempts": 100 if attempts is None else attempts,
        "use_image_if_no_bounding_boxes": bool(takes_image),
    }


def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int | None = 0,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> SampleDistortedBoundingBoxV2:
    """A random crop that shows enough of one of the objects in an image.

    ``image_size`` is [height, width, channels], integers. ``bounding_boxes`` are
    float32 [batch, count, 4]: the lowest row and column, then the highest row and
    column, in [0, 1]. The crop's width by its height is in ``aspect_ratio_range``, its
    part of the image's area in ``area_range``, and ``min_object_covered`` of some
    object's area is in it. After ``max_attempts`` vain attempts it is the whole image.

    >>> crop = tf.image.sample_distorted_bounding_box(
    ...     [100, 200, 3], [[[0.1, 0.2, 0.5, 0.6]]])
    >>> crop.begin.shape, crop.size.shape, crop.bboxes.shape
    (TensorShape([3]), TensorShape([3]), TensorShape([1, 1, 4]))

    Raises:
      InvalidArgumentError: for arguments of other shapes or ranges, and for no boxes
        unless ``use_image_if_no_bounding_boxes``.
    """
    attrs = _crop_choices(
        aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    )
    inputs = _crop_inputs(image_size, bounding_boxes, min_object_covered)
    seeds = op_seeds(seed) if seed else op_seeds(None)
    op = "SampleDistortedBoundingBoxV2"
    return SampleDistortedBoundingBoxV2(*apply_op(op, inputs, {**attrs, **seeds}, name))


def stateless_sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: TensorLike,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> SampleDistortedBoundingBoxV2:
    """`sample_distorted_bounding_box` with a seed of two integers that determines it.

    >>> crop = tf.image.stateless_sample_distorted_bounding_box(
    ...     [100, 200, 3], [[[0.1, 0.2, 0.5, 0.6]]], seed=[1, 2])
    >>> crop.begin.numpy(), crop.size.numpy()
    (array([ 1, 32,  0], dtype=int32), array([90, 82, -1], dtype=int32))

    Raises:
      InvalidArgumentError: for arguments of other shapes or ranges, and for no boxes
        unless ``use_image_if_no_bounding_boxes``.
    """
    attrs = _crop_choices(
        aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    )
    inputs = _crop_inputs(image_size, bounding_boxes, min_object_covered)
    op = "StatelessSampleDistortedBoundingBox"
    return SampleDistortedBoundingBoxV2(*apply_op(op, [*inputs, seed], attrs, name))


def _crop_inputs(image_size: Any, boxes: Any, covered: Any) -> list[Tensor]:
    return [
        convert_to_tensor(image_size, name="image_size"),
        convert_to_tensor(boxes, dtypes.float32, name="bounding_boxes"),
        convert_to_tensor(covered, dtypes.float32, name="min_object_covered"),
    ]


def generate_bounding_box_proposals(
    scores: TensorLike,
    bbox_deltas: TensorLike,
    image_info: TensorLike,
    anchors: TensorLike,
    nms_threshold: float = 0.7,
    pre_nms_topn: int = 6000,
    min_size: int = 16,
    post_nms_topn: int = 300,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Regions of interest from anchors, their deltas and scores; can only be traced.

    ``scores`` are [batch, height, width, anchors], ``bbox_deltas`` [batch, height,
    width, 4 * anchors], ``image_info`` [batch, 5], ``anchors`` [anchors, 4]. Returns
    boxes [batch, ``post_nms_topn``, 4] and their scores.

    >>> @tf.function
    ... def propose(scores, deltas, sizes, anchors):
    ...     boxes, _ = tf.image.generate_bounding_box_proposals(
    ...         scores, deltas, sizes, anchors, post_nms_topn=5)
    ...     return boxes
    >>> shapes = ([1, 4, 4, 2], [1, 4, 4, 8], [1, 5], [2, 4])
    >>> traced = propose.get_concrete_function(*map(tf.TensorSpec, shapes))
    >>> traced.output_shapes
    TensorShape([1, 5, 4])

    Raises:
      NotImplementedError: when it runs: like TensorFlow, this runtime has no CPU kernel
        for it.
    """
    floats = (scores, bbox_deltas, image_info, anchors, nms_threshold)
    inputs = [convert_to_tensor(each, dtypes.float32) for each in floats]
    limits = [
        convert_to_tensor(pre_nms_topn, dtypes.int32),
        convert_to_tensor(min_size, dtypes.float32),
    ]
    attrs = {"post_nms_topn": post_nms_topn}
    op = "GenerateBoundingBoxProposals"
    boxes, chances = apply_op(op, [*inputs, *limits], attrs, name)
    return boxes, chances
