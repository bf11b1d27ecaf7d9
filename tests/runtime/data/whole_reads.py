"""Reads of a dataset from its first element, and from the middle on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import runtime as tf


def plain(element: Any) -> Any:
    """An element in Python's values; a dataset in it as a list."""
    if isinstance(element, tf.data.Dataset):
        return [plain(each) for each in element]
    if isinstance(element, (tuple, list)):
        return tuple(map(plain, element))
    value = element.numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def check_reads(
    make: Callable[[], Any], expected: list[Any], count: int | None = None
) -> None:
    """Asserts elements and cardinality, by default the number of the elements.

    Twice, and with an iterator that goes on where another was saved.
    """
    dataset = make()
    assert int(dataset.cardinality()) == (len(expected) if count is None else count)
    assert [plain(each) for each in dataset] == expected
    assert [plain(each) for each in dataset] == expected
    half, iterator = len(expected) // 2, iter(dataset)
    for _ in range(half):
        next(iterator)
    again = iter(make())
    again._restore_from_tensors(iterator._serialize_to_tensors())
    assert [plain(each) for each in again] == expected[half:]
