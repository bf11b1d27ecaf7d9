"""Datasets of dictionaries that are filled up to a number of elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.arrays.filling import zeros
from runtime.data.datasets.dataset import Dataset
from runtime.data.elements.structures import map_leaves
from runtime.data.stages.stage import INFINITE, UNKNOWN_COUNT
from runtime.tensors.conversion import constant


def pad_to_cardinality(
    cardinality: int, mask_key: str = "valid"
) -> Callable[[Any], Any]:
    """Fills a dataset of dictionaries up to a number of elements, with zeros.

    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2]})
    >>> padded = dataset.apply(tf.data.experimental.pad_to_cardinality(3))
    >>> [(int(x["a"]), bool(x["valid"])) for x in padded]
    [(1, True), (2, True), (0, False)]

    Args:
      cardinality: the number of elements.
      mask_key: the key under which an element tells whether it was there before.

    Raises:
      ValueError: for elements that are no dictionaries or of unknown shapes, or more
        of them than wanted, or a number of them that is not known.
    """

    def apply(dataset: Dataset) -> Any:
        count = _count(dataset, cardinality)
        filled = dataset.map(_marked(mask_key, True))
        if count == cardinality:
            return filled
        filling = Dataset.from_tensors(map_leaves(_zeros, dataset.element_spec))
        rest = filling.repeat(cardinality - count).map(_marked(mask_key, False))
        return filled.concatenate(rest)

    return apply


def _count(dataset: Any, wanted: int) -> int:
    count = int(dataset.cardinality())
    if count in (INFINITE, UNKNOWN_COUNT):
        raise ValueError(
            "The dataset passed into `pad_to_cardinality` must have a known "
            f"cardinalty, but has cardinality {count}"
        )
    if count > wanted:
        raise ValueError(
            "The dataset passed into `pad_to_cardinality` must have a cardinalty less "
            f"than the target cardinality ({wanted}), but has cardinality {count}"
        )
    if not isinstance(dataset.element_spec, dict):
        raise ValueError(
            "`pad_to_cardinality` requires its input dataset to be a dictionary."
        )
    return count


def _marked(key: str, is_valid: bool) -> Callable[[Any], Any]:
    return lambda element: {**element, key: constant(is_valid)}


def _zeros(spec: Any) -> Any:
    if not spec.shape.is_fully_defined():
        raise ValueError(
            f"Cannot convert a partially known TensorShape {spec.shape} to a Tensor."
        )
    return zeros(spec.shape.as_list(), spec.dtype)
