"""The pipelines of `benchmarks/data.py` that PyTorch's DataLoader has too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

from sides.pipelines import Run, long_work, numbers, pairs, reading, yielded_items


class Rows(Dataset[Any]):
    """The rows of an array, each given to a function; they are shuffled as a whole."""

    def __init__(self, rows: Any, change: Callable[[Any], Any]) -> None:
        self.rows = rows
        self.change = change

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Any:
        return self.change(self.rows[index])


class Generated(IterableDataset[Any]):
    """What a generator function yields."""

    def __init__(self, function: Callable[[], Iterator[Any]]) -> None:
        self.function = function

    def __iter__(self) -> Iterator[Any]:
        return self.function()


def calls(scale: float) -> dict[str, Callable[[], Run]]:
    """What makes each run."""
    count = max(1, round(100_000 * scale))
    yielded = yielded_items(scale)
    return {
        "slices": lambda: of_rows(
            np.arange(count, dtype=np.float32), lambda x: x * 2, count
        ),
        "images": lambda: of_images(scale, lambda x: x),
        "images, shuffle, map": lambda: of_images(scale, fraction),
        "generator": lambda: of_generator(lambda: numbers(yielded), yielded),
        "generator of pairs": lambda: of_generator(lambda: pairs(yielded), yielded),
        "calls": lambda: of_long_calls(scale, 0),
        "calls, two at once": lambda: of_long_calls(scale, 2),
    }


def fraction(image: torch.Tensor) -> torch.Tensor:
    """The image as float32 numbers up to 1."""
    return image.to(torch.float32) / 255.0


def of_rows(rows: Any, change: Callable[[Any], Any], count: int) -> Run:
    """Shuffled batches of 32 rows."""
    loader = DataLoader(Rows(rows, change), batch_size=32, shuffle=True)
    return reading(loader, count)


def of_images(scale: float, change: Callable[[Any], Any]) -> Run:
    """Small images in shuffled batches."""
    count = max(32, round(60_000 * scale))
    images = torch.zeros((count, 28, 28), dtype=torch.uint8)
    return of_rows(images, change, -(-count // 32))


def of_generator(function: Callable[[], Iterator[Any]], count: int) -> Run:
    """Items of a generator, not stacked."""
    return reading(DataLoader(Generated(function), batch_size=None), count)


def of_long_calls(scale: float, workers: int) -> Run:
    """Calls of a millisecond, here or in two processes."""
    count = max(4, round(200 * scale))
    loader = DataLoader(
        Rows(np.arange(float(count)), long_work()),
        batch_size=None,
        num_workers=workers,
        persistent_workers=workers > 0,
    )
    return reading(loader, count)
