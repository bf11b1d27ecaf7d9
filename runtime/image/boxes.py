"""Bounding boxes: non-maximum suppression, drawing, crops."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.joining import stack, unstack
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def _floats(value: Any) -> Tensor:
    """The tensor; other values become float32."""
    return convert_to_tensor(value, dtype_hint=dtypes.float32)


def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Indices of the boxes with the best scores, without boxes that overlap them.

    ``boxes`` are [count, 4], two opposite corners each; ``scores`` [count].

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [2.0, 2.0, 3.0, 3.0]]
    >>> tf.image.non_max_suppression(boxes, [0.8, 0.9, 0.1], 3).numpy()
    array([1, 2], dtype=int32)

    Raises:
      InvalidArgumentError: for shapes that do not fit, or a threshold outside [0, 1].
    """
    limits = [max_output_size, iou_threshold, score_threshold]
    inputs = [_floats(boxes), _floats(scores), *limits]
    return apply_single("NonMaxSuppressionV3", inputs, None, name)


def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Positions and scores; with a sigma, overlap lowers scores instead.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9]]
    >>> _, scores = tf.image.non_max_suppression_with_scores(
    ...     boxes, [0.8, 0.9], 2, iou_threshold=1.0, soft_nms_sigma=0.5)
    >>> print(scores.numpy().round(3))
    [0.9   0.356]

    Raises:
      InvalidArgumentError: for shapes that do not fit, or a threshold outside [0, 1].
    """
    limits = [max_output_size, iou_threshold, score_threshold, soft_nms_sigma]
    attrs = {"pad_to_max_output_size": False}
    indices, values, _ = apply_op(
        "NonMaxSuppressionV5", [_floats(boxes), _floats(scores), *limits], attrs, name
    )
    return indices, values


def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """Indices of boxes, optionally padded with 0, and the number of valid indices.

    With ``pad_to_max_output_size`` leading batch axes are allowed. The last three
    arguments only speak of speed.

    >>> boxes = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9]]
    >>> chosen, count = tf.image.non_max_suppression_padded(
    ...     boxes, [0.8, 0.9], 3, pad_to_max_output_size=True)
    >>> chosen.numpy(), count.numpy()
    (array([1, 0, 0], dtype=int32), np.int32(1))

    Raises:
      ValueError: for batch axes without padding.
      InvalidArgumentError: for shapes that do not fit, or a threshold outside [0, 1].
    """
    corners, values = _floats(boxes), _floats(scores)
    rank = corners.shape.rank
    limits = [max_output_size, iou_threshold, score_threshold]
    if rank is None or rank == 2:
        attrs = {"pad_to_max_output_size": pad_to_max_output_size}
        indices, count = apply_op(
            "NonMaxSuppressionV4", [corners, values, *limits], attrs, name
        )
        return indices, count
    if not pad_to_max_output_size:
        raise ValueError(
            "'pad_to_max_output_size' (value False) must be True for batched input"
        )
    attrs = {"pad_to_max_output_size": True}
    parts = [
        apply_op(
            "NonMaxSuppressionV4",
            [each, own, *limits],
            {"pad_to_max_output_size": True},
        )
        for each, own in zip(unstack(corners), unstack(values))
    ]
    return stack([part[0] for part in parts]), stack([part[1] for part in parts])


def non_max_suppression_overlaps(
    overlaps: Any,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: Any = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Non-maximum suppression by a square matrix of overlaps.

    >>> tf.image.non_max_suppression_overlaps([[1.0, 0.9], [0.9, 1.0]], [1.0, 2.0], 2)
    <tf.Tensor: shape=(1,), dtype=int32, numpy=array([1], dtype=int32)>

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    inputs = [overlaps, scores, max_output_size, overlap_threshold, score_threshold]
    return apply_single("NonMaxSuppressionWithOverlaps", inputs, None, name)


class CombinedNonMaxSuppression(NamedTuple):
    """The selected boxes, scores and classes, and the valid detections per image."""

    nmsed_boxes: Tensor
    nmsed_scores: Tensor
    nmsed_classes: Tensor
    valid_detections: Tensor


def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppression:
    """Non-maximum suppression for each class, then the best boxes of all classes.

    ``boxes`` are [batch, count, 1 or classes, 4], ``scores`` [batch, count, classes].
    Returns boxes, scores, classes, and the number of valid detections of each image.

    >>> boxes = tf.constant([[[[0.0, 0.0, 1.0, 1.0]]]])
    >>> found = tf.image.combined_non_max_suppression(boxes, [[[0.5, 0.7]]], 1, 2)
    >>> found[1].numpy().tolist() == tf.constant([[0.7, 0.5]]).numpy().tolist()
    True

    Raises:
      InvalidArgumentError: for shapes that do not fit, or a threshold outside [0, 1].
    """
    limits = [max_output_size_per_class, max_total_size, iou_threshold, score_threshold]
    attrs = {"pad_per_class": pad_per_class, "clip_boxes": clip_boxes}
    op = "CombinedNonMaxSuppression"
    found = apply_op(op, [boxes, scores, *limits], attrs, name)
    return CombinedNonMaxSuppression(*found)


def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, colors: Any, name: str | None = None
) -> Tensor:
    """Images [batch, height, width, channels] with outlines of boxes.

    ``boxes`` are [batch, count, 4]: y1, x1, y2, x2 in parts of the image; ``colors``
    [count, channels], or None.

    >>> image = tf.zeros([1, 3, 3, 1])
    >>> tf.image.draw_bounding_boxes(image, [[[0, 0, 1, 1]]], None)[0, 1, :, 0].numpy()
    array([1., 0., 1.], dtype=float32)

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    if colors is None:
        inputs = [_floats(images), boxes]
        drawn: Tensor = apply_op("DrawBoundingBoxes", inputs, None, name)
    else:
        inputs = [_floats(images), boxes, colors]
        drawn = apply_op("DrawBoundingBoxesV2", inputs, None, name)
    return drawn


def extract_patches(
    images: TensorLike,
    sizes: Any,
    strides: Any,
    rates: Any,
    padding: str,
    name: str | None = None,
) -> Tensor:
    """The patches of images, each patch flattened along the last axis.

    >>> tf.image.extract_patches(
    ...     tf.ones([1, 4, 4, 3]), [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"
    ... ).shape
    TensorShape([1, 2, 2, 12])

    Raises:
      InvalidArgumentError: for another rank than 4 (traced: ValueError).
    """
    attrs = {
        "ksizes": list(sizes),
        "strides": list(strides),
        "rates": list(rates),
        "padding": text_attr(padding, "padding"),
    }
    return apply_single("ExtractImagePatches", [images], attrs, name)
