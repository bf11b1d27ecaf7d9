"""Generated sums of ragged tensors and tensors, as text, and what rows alone give.

An operand is made axis by axis, each ragged or uniform; the other one follows it, with
axes of size 1 or left out here and there, and seldom another size.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Rows = list[Any]


@dataclass
class Axes:
    """An operand: its outer size, then for each axis the lengths of all its rows."""

    outer: int
    levels: list[tuple[bool, list[int]]] = field(default_factory=list)
    """Whether the axis is uniform, and the length of every row."""

    def count(self) -> int:
        """How many rows the next axis parts."""
        return sum(self.levels[-1][1]) if self.levels else self.outer


def random_pairs(seed: int, count: int) -> list[str]:
    """Sums as expressions over `tf`; at least one side is ragged."""
    source = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        first = _random_axes(source)
        other = _like(source, first)
        texts = [
            _text(source, each, 10**place) for place, each in enumerate((first, other))
        ]
        source.shuffle(texts)
        text = " + ".join(texts)
        if "Ragged" in text and text not in found:
            found.append(text)
    return found


def _random_axes(source: random.Random) -> Axes:
    axes = Axes(source.choice([1, 2, 2, 3]))
    for _ in range(source.choice([1, 1, 2, 2, 3])):
        _add(source, axes, source.random() < 0.4)
    return axes


def _add(source: random.Random, axes: Axes, is_uniform: bool) -> None:
    rows = axes.count()
    if is_uniform:
        axes.levels.append((True, [source.choice([1, 1, 2, 3, 0])] * rows))
    else:
        lengths = [source.choice([0, 1, 1, 2, 3]) for _ in range(rows)]
        axes.levels.append((False, lengths))


def _like(source: random.Random, model: Axes) -> Axes:
    """Axes that mostly broadcast with the model's."""
    start = source.choice([0, 0, 0, *range(len(model.levels) + 1)])
    is_whole = start == 0
    if is_whole:
        outer, rest = model.outer, model.levels
    else:
        is_uniform, lengths = model.levels[start - 1]
        outer = lengths[0] if is_uniform and lengths else 1
        rest = model.levels[start:]
    if source.random() < 0.25:
        outer, is_whole = source.choice([1, 1, 1, 2, 4]), False
    axes = Axes(outer)
    for is_uniform, lengths in rest:
        chance = source.random()
        if chance < 0.25:
            axes.levels.append((True, [1] * axes.count()))
        elif is_whole and axes.count() == len(lengths) and chance < 0.9:
            axes.levels.append((is_uniform, lengths))
            continue
        elif is_uniform and lengths and chance < 0.9:
            axes.levels.append((True, [lengths[0]] * axes.count()))
        else:
            _add(source, axes, source.random() < 0.5)
        is_whole = False
    return axes


def _text(source: random.Random, axes: Axes, scale: int) -> str:
    """Trailing uniform axes are sometimes the values' own."""
    levels = list(axes.levels)
    inner: list[int] = []
    while levels and levels[-1][0] and levels[-1][1] and source.random() < 0.5:
        inner.insert(0, levels.pop()[1][0])
    outer = sum(levels[-1][1]) if levels else axes.outer
    shape = [outer, *inner]
    text = f"tf.reshape({scale} * tf.range({int(np.prod(shape))}), {shape})"
    for place in range(len(levels) - 1, -1, -1):
        is_uniform, lengths = levels[place]
        if is_uniform and lengths:
            rows = f", nrows={len(lengths)}" if not lengths[0] else ""
            make = f"from_uniform_row_length({text}, {lengths[0]}{rows})"
        else:
            make = f"from_row_lengths({text}, tf.constant({lengths}, tf.int64))"
        text = f"tf.RaggedTensor.{make}"
    return text


def sum_of_rows(first: Any, second: Any) -> Any:
    """The sum of nested lists of one depth by the rule of NumPy, row by row.

    Raises:
      ValueError: where lengths differ and neither is 1.
    """
    if not isinstance(first, list):
        return first + second
    size = len(second) if len(first) == 1 else len(first)
    if len(second) not in (1, size):
        raise ValueError(f"{len(first)} and {len(second)}")
    pairs = [(first[i % len(first)], second[i % len(second)]) for i in range(size)]
    return [sum_of_rows(*pair) for pair in pairs]


def nested(value: Any, rank: int) -> Any:
    """A tensor, ragged or not, as lists in lists with axes of size 1 in front."""
    rows = value.to_list() if hasattr(value, "to_list") else value.numpy().tolist()
    for _ in range(rank - value.shape.rank):
        rows = [rows]
    return rows
