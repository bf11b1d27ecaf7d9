"""StateManager: creates and keeps the variables and tables of columns."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.trackable.base import Trackable


class StateManager:
    """The variables and tables of columns, by column and name, owned by a layer.

    >>> manager = tf.__internal__.feature_column.StateManager(tf.Module(), True)
    >>> manager.has_resource(tf.feature_column.numeric_column("age"), "table")
    False

    Raises:
      ValueError: for a name that a column already has when adding, or lacks when
        getting.
    """

    def __init__(self, layer: Any, trainable: bool) -> None:
        self._layer = layer
        self._trainable = trainable
        self._cols_to_vars_map: Any = defaultdict(dict)
        self._cols_to_resources_map: Any = defaultdict(dict)

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        """A new variable of the layer for the column."""
        if name in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable already exists.")
        variable = self._layer.add_weight(
            name=name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=self._trainable and trainable,
        )
        self._cols_to_vars_map[feature_column][name] = variable
        return variable

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """A column's variable by name."""
        found = self._cols_to_vars_map[feature_column].get(name)
        if found is None:
            raise ValueError("Variable does not exist.")
        return found

    def add_variable(self, feature_column: Any, var: Any) -> None:
        """Registers a variable that a column created."""
        self._cols_to_vars_map[feature_column][var.name] = var

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Registers a lookup table of a column, which the layer saves."""
        self._cols_to_resources_map[feature_column][name] = resource
        is_kept = self._layer is not None and isinstance(resource, Trackable)
        if is_kept and feature_column.name not in vars(self._layer):
            setattr(self._layer, feature_column.name, resource)

    def has_resource(self, feature_column: Any, name: str) -> bool:
        """Whether the column has a table of that name."""
        return name in self._cols_to_resources_map[feature_column]

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """A column's lookup table by name."""
        found = self._cols_to_resources_map[feature_column].get(name)
        if found is None:
            raise ValueError("Resource does not exist.")
        return found
