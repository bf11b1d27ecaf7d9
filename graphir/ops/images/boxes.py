"""Non-maximum suppression of boxes."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_SMALL_FLOATS = "T: type in [half,float] = float"
_THRESHOLDS = f"{_SMALL_FLOATS}; T_threshold: type in [half,float] = float"

Similarity = Callable[[int, Any], Any]
"""How alike one candidate is to each of those already chosen."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a suppression: number of boxes, and thresholds."""

    count: int
    overlap: Any = 0.5
    score: Any = float("-inf")
    soft_sigma: Any = 0.0


def overlap_with(boxes: Any) -> Similarity:
    """Intersection over union of boxes, each as two opposite corners."""
    wide = boxes.astype(np.float32)
    low = np.minimum(wide[:, :2], wide[:, 2:])
    high = np.maximum(wide[:, :2], wide[:, 2:])
    areas = np.prod(high - low, 1)

    def similarity(candidate: int, chosen: Any) -> Any:
        begin = np.maximum(low[candidate], low[chosen])
        end = np.minimum(high[candidate], high[chosen])
        shared = np.prod(np.maximum(end - begin, 0), 1)
        union = areas[candidate] + areas[chosen] - shared
        is_real = (areas[candidate] > 0) & (areas[chosen] > 0)
        return np.where(is_real, shared / np.where(is_real, union, 1), 0)

    return similarity


def choose(
    scores: Any, similarity: Similarity, limits: Limits
) -> tuple[list[int], list[Any]]:
    """The best boxes that are not too like a better one, and their scores.

    With ``soft_sigma`` a box like a better one loses score instead of being left out
    at once; it waits with the new score, and remembers which it was compared with.
    """
    queue = [
        (-score, index, 0)
        for index, score in enumerate(scores.astype(np.float32))
        if score > limits.score
    ]
    heapq.heapify(queue)
    chosen: list[int] = []
    found: list[Any] = []
    while queue and len(chosen) < limits.count:
        negative, index, seen = heapq.heappop(queue)
        likeness = similarity(index, np.array(chosen[seen:], np.int64))
        score = _lowered(-negative, likeness, limits)
        if score is None:
            continue
        if score == -negative:
            chosen.append(index)
            found.append(score)
        elif score > limits.score:
            heapq.heappush(queue, (-score, index, len(chosen)))
    return chosen, found


def _lowered(score: Any, likeness: Any, limits: Limits) -> Any:
    """The score after the comparisons; None if the box is left out."""
    if (likeness > limits.overlap).any():
        return None
    if limits.soft_sigma <= 0:
        return score
    scale = np.float32(-0.5) / np.float32(limits.soft_sigma)
    for each in likeness[::-1]:
        score = score * np.exp(scale * each * each).astype(np.float32)
        if score <= limits.score:
            break
    return score


class Suppression(Op):
    """``boxes`` are [count, 4], ``scores`` [count]."""

    input_gradients = not_differentiable
    boxes: Any
    scores: Any

    def infer_shape(self) -> Any:
        self.boxes.shape.with_rank(2)[1:].merge_with([4])
        self.boxes.shape[:1].merge_with(self.scores.shape.with_rank(1))
        self.max_output_size.shape.with_rank(0)
        return Shape([None])

    def _chosen(
        self, boxes: Any, scores: Any, limits: Limits
    ) -> tuple[list[int], list[Any]]:
        self._check(boxes, scores, limits)
        return choose(scores, overlap_with(boxes), limits)

    def _check(self, boxes: Any, scores: Any, limits: Limits) -> None:
        if boxes.ndim != 2 or boxes.shape[1] != 4:
            raise self.invalid(
                f"boxes must be 2-D of 4 columns: {in_brackets(boxes.shape)}"
            )
        if scores.shape != boxes.shape[:1]:
            raise self.invalid("scores has incompatible shape")
        if not 0 <= limits.overlap <= 1:
            raise self.invalid("iou_threshold must be in [0, 1]")
        if limits.soft_sigma < 0:
            raise self.invalid("soft_nms_sigma_val cannot be negative")

    def _count(self, max_output_size: Any) -> int:
        if max_output_size.ndim:
            raise self.invalid(
                f"max_output_size must be 0-D, got shape "
                f"{in_brackets(max_output_size.shape)}"
            )
        if max_output_size < 0:
            raise self.invalid("output size must be non-negative")
        return int(max_output_size)


def _padded(values: Any, dtype: Any, count: int | None) -> Any:
    array = np.array(values, dtype)
    return array if count is None else np.pad(array, (0, count - len(array)))


class NonMaxSuppression(
    Suppression,
    signature="""
        NonMaxSuppression(boxes: float, scores: float, max_output_size: int32)
        -> (selected_indices: int32) | iou_threshold: float = 0.5
    """,
):
    """Positions of the best boxes that overlap no better one."""

    def compute(self, boxes: Any, scores: Any, max_output_size: Any) -> Any:
        limits = Limits(self._count(max_output_size), np.float32(self.iou_threshold))
        return np.array(self._chosen(boxes, scores, limits)[0], np.int32)


class NonMaxSuppressionV2(
    Suppression,
    signature=f"""
        NonMaxSuppressionV2(boxes: T, scores: T, max_output_size: int32,
          iou_threshold: T_threshold) -> (selected_indices: int32) | {_THRESHOLDS}
    """,
):
    """NonMaxSuppression with the threshold as an argument."""

    def compute(
        self, boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any
    ) -> Any:
        limits = Limits(self._count(max_output_size), iou_threshold)
        return np.array(self._chosen(boxes, scores, limits)[0], np.int32)


class NonMaxSuppressionV3(
    Suppression,
    signature=f"""
        NonMaxSuppressionV3(boxes: T, scores: T, max_output_size: int32,
          iou_threshold: T_threshold, score_threshold: T_threshold)
        -> (selected_indices: int32) | {_THRESHOLDS}
    """,
):
    """NonMaxSuppressionV2 that leaves out low scores."""

    def compute(
        self, boxes: Any, scores: Any, max_output_size: Any, *limits: Any
    ) -> Any:
        found = Limits(self._count(max_output_size), *limits)
        return np.array(self._chosen(boxes, scores, found)[0], np.int32)


class PaddedSuppression(Suppression):
    """Results can be filled up to ``max_output_size``."""

    _vectors: ClassVar[int]

    def infer_shape(self) -> Any:
        super().infer_shape()
        count = self.constant("max_output_size")
        is_known = self.pad_to_max_output_size and count is not None
        vector = Shape([int(count) if is_known else None])
        return [*[vector] * self._vectors, Shape([])]


class NonMaxSuppressionV4(
    PaddedSuppression,
    signature=f"""
        NonMaxSuppressionV4(boxes: T, scores: T, max_output_size: int32,
          iou_threshold: T_threshold, score_threshold: T_threshold)
        -> (selected_indices: int32, valid_outputs: int32)
        | {_THRESHOLDS}; pad_to_max_output_size: bool = False
    """,
):
    """NonMaxSuppressionV3 that also returns the number of selected boxes."""

    _vectors = 1

    def compute(
        self, boxes: Any, scores: Any, max_output_size: Any, *limits: Any
    ) -> Any:
        found = Limits(self._count(max_output_size), *limits)
        chosen, _ = self._chosen(boxes, scores, found)
        width = found.count if self.pad_to_max_output_size else None
        return _padded(chosen, np.int32, width), np.int32(len(chosen))


class NonMaxSuppressionV5(
    PaddedSuppression,
    signature=f"""
        NonMaxSuppressionV5(boxes: T, scores: T, max_output_size: int32,
          iou_threshold: T, score_threshold: T, soft_nms_sigma: T)
        -> (selected_indices: int32, selected_scores: T, valid_outputs: int32)
        | {_SMALL_FLOATS}; pad_to_max_output_size: bool = False
    """,
):
    """NonMaxSuppressionV4 that can lower scores instead, and returns the scores."""

    input_gradients = no_gradient

    _vectors = 2

    def compute(
        self, boxes: Any, scores: Any, max_output_size: Any, *limits: Any
    ) -> Any:
        found = Limits(self._count(max_output_size), *limits)
        chosen, values = self._chosen(boxes, scores, found)
        width = found.count if self.pad_to_max_output_size else None
        return (
            _padded(chosen, np.int32, width),
            _padded(values, scores.dtype, width),
            np.int32(len(chosen)),
        )


class NonMaxSuppressionWithOverlaps(
    Suppression,
    signature="""
        NonMaxSuppressionWithOverlaps(overlaps: float, scores: float,
          max_output_size: int32, overlap_threshold: float, score_threshold: float)
        -> (selected_indices: int32)
    """,
):
    """Non-maximum suppression by the matrix ``overlaps`` of pairs of boxes."""

    def infer_shape(self) -> Any:
        self.overlaps.shape.with_rank(2)
        self.overlaps.shape[:1].merge_with(self.scores.shape.with_rank(1))
        return Shape([None])

    def compute(
        self, overlaps: Any, scores: Any, max_output_size: Any, *limits: Any
    ) -> Any:
        if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
            raise self.invalid("overlaps must be square")
        if scores.shape != overlaps.shape[:1]:
            raise self.invalid("scores has incompatible shape")
        found = Limits(self._count(max_output_size), *limits)
        chosen, _ = choose(scores, lambda index, others: overlaps[index, others], found)
        return np.array(chosen, np.int32)


class CombinedNonMaxSuppression(
    Op,
    signature="""
        CombinedNonMaxSuppression(boxes: float, scores: float,
          max_output_size_per_class: int32, max_total_size: int32,
          iou_threshold: float, score_threshold: float)
        -> (nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float,
          valid_detections: int32)
        | pad_per_class: bool = False; clip_boxes: bool = True
    """,
):
    """Non-maximum suppression for each class of each image, then the best of all."""

    input_gradients = no_gradient

    def infer_shape(self) -> Any:
        boxes, scores = self.boxes.shape.with_rank(4), self.scores.shape.with_rank(3)
        batch, count = boxes[:1].merge_with(scores[:1])[0], None
        total = self.constant("max_total_size")
        each = self.constant("max_output_size_per_class")
        if total is not None and each is not None:
            count = self._count(int(each), int(total), scores[2])
        vector = Shape([batch, count])
        return [Shape([batch, count, 4]), vector, vector, Shape([batch])]

    def _count(self, each: int, total: int, classes: int | None) -> int | None:
        if not self.pad_per_class:
            return total
        return None if classes is None else min(total, each * classes)

    def compute(self, boxes: Any, scores: Any, *sizes: Any) -> Any:
        if boxes.ndim != 4 or scores.ndim != 3:
            raise self.invalid("boxes must be 4-D, and scores must be 3-D")
        if boxes.shape[:2] != scores.shape[:2]:
            raise self.invalid(
                "boxes and scores must have the same batch size and number of boxes, "
                f"got {list(boxes.shape)} and {list(scores.shape)}"
            )
        if boxes.shape[3] != 4:
            raise self.invalid("boxes must have 4 columns")
        each, total, overlap, least = sizes
        if boxes.shape[2] not in (1, scores.shape[2]):
            raise self.invalid(
                "third dimension of boxes must be either 1 or num classes"
            )
        if each <= 0 or total <= 0:
            raise self.invalid("max_size_per_class and max_total_size must be > 0")
        if not 0 <= overlap <= 1:
            raise self.invalid("iou_threshold must be in [0, 1]")
        count = self._count(int(each), int(total), scores.shape[2]) or 0
        limits = Limits(int(each), overlap, least)
        results = [self._image(*image, limits, count) for image in zip(boxes, scores)]
        if not results:
            empty = np.zeros((0, count), np.float32)
            return (
                np.zeros((0, count, 4), np.float32),
                empty,
                empty,
                np.zeros(0, np.int32),
            )
        return tuple(np.stack(part) for part in zip(*results))

    def _image(self, boxes: Any, scores: Any, limits: Limits, count: int) -> Any:
        found = []
        for kind in range(scores.shape[1]):
            own = boxes[:, kind if boxes.shape[1] > 1 else 0]
            picks, values = choose(scores[:, kind], overlap_with(own), limits)
            found += [(value, own[pick], kind) for value, pick in zip(values, picks)]
        found.sort(key=lambda each: -each[0])
        found = found[:count]
        best_boxes = np.zeros((count, 4), np.float32)
        best = np.zeros((2, count), np.float32)
        for index, (value, box, kind) in enumerate(found):
            best_boxes[index] = np.clip(box, 0, 1) if self.clip_boxes else box
            best[:, index] = value, kind
        return best_boxes, best[0], best[1], np.int32(len(found))
