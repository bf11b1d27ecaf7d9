"""The base classes of feature columns."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeGuard

from graphir.shapes import Shape


class IdWeightPair(NamedTuple):
    """Ids of categories in a sparse tensor, and a weight for each id or None."""

    id_tensor: Any
    weight_tensor: Any


class TensorSequenceLengthPair(NamedTuple):
    """Values of steps, and how many steps each example has."""

    dense_tensor: Any
    sequence_length: Any


class FeatureColumn:
    """The base class of feature columns."""

    __slots__ = ()
    _is_v2_column = True

    def __lt__(self, other: Any) -> bool:
        """Compares columns by their text, for sorting."""
        return str(self) < str(other)

    def __gt__(self, other: Any) -> bool:
        """Compares columns by their text, for sorting."""
        return str(self) > str(other)

    @property
    def name(self) -> str:
        """The name of the column, unique in a model."""
        raise NotImplementedError(f"{type(self).__name__} does not define name.")

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The specs that `tf.io.parse_example` needs for the column, by key."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define parse_example_spec."
        )

    @property
    def parents(self) -> list[Any]:
        """The columns and feature keys from which the column is computed."""
        raise NotImplementedError(f"{type(self).__name__} does not define parents.")

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The transformed feature; its inputs are read through the cache."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define transform_feature."
        )

    def create_state(self, state_manager: Any) -> None:
        """Creates the state of the column; does nothing for most columns."""

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_config.")

    @classmethod
    def from_config(
        cls,
        config: dict[str, Any],
        custom_objects: Any = None,
        columns_by_name: Any = None,
    ) -> Any:
        """The column of a configuration."""
        raise NotImplementedError(f"{cls.__name__} does not define from_config.")

    def _as_dict(self) -> dict[str, Any]:
        """The fields by name; columns are named tuples."""
        fields: dict[str, Any] = self._asdict()  # type: ignore[attr-defined]
        return dict(fields)


class DenseColumn(FeatureColumn):
    """A column with a dense value for each example."""

    __slots__ = ()

    @property
    def variable_shape(self) -> Shape:
        """The shape of the value of one example."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define variable_shape."
        )

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The values of a batch: ``[batch, *variable_shape]``."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define get_dense_tensor."
        )


class CategoricalColumn(FeatureColumn):
    """A column with ids of categories for each example."""

    __slots__ = ()
    IdWeightPair: ClassVar[Any] = IdWeightPair

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        raise NotImplementedError(f"{type(self).__name__} does not define num_buckets.")

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids of a batch, and their weights."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define get_sparse_tensors."
        )


class SequenceDenseColumn(FeatureColumn):
    """A column with a dense value for each step of each example."""

    __slots__ = ()
    TensorSequenceLengthPair: ClassVar[Any] = TensorSequenceLengthPair

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> Any:
        """The values of a batch, ``[batch, steps, ...]``, and the numbers of steps."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define get_sequence_dense_tensor."
        )


def is_categorical(column: Any) -> TypeGuard[CategoricalColumn]:
    """Whether a column has ids of categories."""
    return isinstance(column, CategoricalColumn)


def checked_key(key: Any) -> str:
    """The key of a feature.

    Raises:
      ValueError: if the key is no string.
    """
    if not isinstance(key, str):
        raise ValueError(
            f"key must be a string. Got: type {type(key)}. Given key: {key}."
        )
    return key
