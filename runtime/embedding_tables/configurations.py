"""Settings of embedding tables, and of the features that are looked up in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import DType
from graphir.shapes import Shape, as_shape
from runtime.embedding_tables.optimizers import TableOptimizer
from runtime.random.sampling import truncated_normal

_COMBINERS = ("mean", "sum", "sqrtn")


class QuantizationConfig(NamedTuple):
    """How values of a table are rounded when they are looked up."""

    num_buckets: int
    lower: float
    upper: float


class TableConfig:
    """Settings of one embedding table.

    Args:
      vocabulary_size: the number of rows.
      dim: the number of columns.
      initializer: of the values, by default normal numbers of deviation
        ``1 / sqrt(dim)``.
      optimizer: of this table alone.
      combiner: how the rows of one element are combined: ``"mean"``, ``"sum"`` or
        ``"sqrtn"``.
      name: of the table.

    >>> table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=8, dim=4)
    >>> table.combiner
    'mean'

    Raises:
      ValueError: for a size that is not positive, or another combiner.
    """

    def __init__(
        self,
        vocabulary_size: int,
        dim: int,
        initializer: Callable[..., object] | None = None,
        optimizer: TableOptimizer | None = None,
        combiner: str = "mean",
        name: str | None = None,
        quantization_config: QuantizationConfig | None = None,
        layout: object = None,
        dtype: DType = dtypes.float32,
    ) -> None:
        sizes = {
            "`vocabulary_size`": vocabulary_size,
            "`dim` (embedding dimension)": dim,
        }
        for label, size in sizes.items():
            if size < 1:
                raise ValueError(
                    f"Argument {label} must be an int and must be >= 1. "
                    f"Received: {size}"
                )
        if initializer is not None and not callable(initializer):
            raise ValueError(
                "Argument `initializer` must be a callable (or None). "
                f"Received: {initializer}"
            )
        if combiner not in _COMBINERS:
            raise ValueError(
                f"Argument `combiner` must be one of {_COMBINERS}. Received: {combiner}"
            )
        self.vocabulary_size, self.dim = vocabulary_size, dim
        self.initializer: Any = initializer
        if initializer is None:
            self.initializer = partial(truncated_normal, stddev=1 / math.sqrt(dim))
        self.optimizer, self.combiner, self.name = optimizer, combiner, name
        self.quantization_config = quantization_config
        self.layout, self.dtype = layout, dtype

    def __repr__(self) -> str:
        return (
            f"TableConfig(vocabulary_size={self.vocabulary_size!r}, dim={self.dim!r}, "
            f"combiner={self.combiner!r}, name={self.name!r})"
        )


class FeatureConfig:
    """Settings of one feature: the table where it is looked up, and how.

    Args:
      table: the table.
      max_sequence_length: above 0 the rows of an element stay apart, so many at most.
      output_shape: the shape of results but for the last axis.

    >>> embedding = tf.tpu.experimental.embedding
    >>> table = embedding.TableConfig(8, 4, name="words")
    >>> embedding.FeatureConfig(table, name="title").table.name
    'words'
    """

    def __init__(
        self,
        table: TableConfig,
        max_sequence_length: int = 0,
        validate_weights_and_indices: bool = True,
        output_shape: Sequence[int] | Shape | None = None,
        name: str | None = None,
    ) -> None:
        self.table, self.name = table, name
        self.max_sequence_length = max_sequence_length
        self.validate_weights_and_indices = validate_weights_and_indices
        self.output_shape = as_shape(output_shape)

    def __repr__(self) -> str:
        return f"FeatureConfig(table={self.table!r}, name={self.name!r})"


@dataclass
class SparseCoreEmbeddingConfig:
    """Settings of a chip's units for sparse rows; kept for programs that make them."""

    disable_table_stacking: bool = False
    max_ids_per_chip_per_sample: int = 64
    max_ids_per_table: dict[str, int] | None = None
    max_unique_ids_per_table: dict[str, int] | None = None
    allow_id_dropping: bool = False
    initialize_tables_on_host: bool = True
    enable_fast_table_initialization: bool = False


__all__ = [
    "FeatureConfig",
    "QuantizationConfig",
    "SparseCoreEmbeddingConfig",
    "TableConfig",
]
