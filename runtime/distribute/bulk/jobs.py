"""A model over some rows of a file: read, computed in batches, written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from runtime.distribute.bulk.plans import Part
from runtime.distribute.bulk.tables import Columns, read_rows, write_columns

Predict = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Takes columns, gives columns with as many rows."""


def compute_part(predict: Predict, part: Part, batch: int) -> int:
    """Computes one part and writes its result; returns the number of rows.

    Raises:
      ValueError: if the model returns another number of rows than its input has.
    """
    columns = read_rows(Path(part.source), part.first, part.last)
    count = part.last - part.first
    made = []
    for first in range(0, count, batch):
        given = {name: each[first : first + batch] for name, each in columns.items()}
        made.append(_checked(predict(given), min(batch, count - first), part))
    write_columns(Path(part.result), _joined(made))
    return count


def _checked(found: Mapping[str, Any], rows: int, part: Part) -> Columns:
    arrays = {name: np.asarray(each) for name, each in found.items()}
    for name, each in arrays.items():
        if not each.ndim or len(each) != rows:
            raise ValueError(
                f"{part.source}, rows {part.first} to {part.last}: the model gives "
                f"{name!r} of shape {each.shape} for a batch of {rows} rows."
            )
    return arrays


def _joined(made: list[Columns]) -> Columns:
    return {name: np.concatenate([each[name] for each in made]) for name in made[0]}
