"""StaticHashTable: an immutable table, filled when it is created."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import as_dtype
from runtime.context import eager_mode, name_scope
from runtime.lookup.lookup_interface import LookupInterface, make_handle
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class StaticHashTable(LookupInterface):
    """A table from keys to values that is filled once.

    Args:
      initializer: the source of keys and values.
      default_value: a scalar, the value of keys that are not in the table.

    >>> filling = tf.lookup.KeyValueTensorInitializer(["emerson", "lake"], [1, 2])
    >>> table = tf.lookup.StaticHashTable(filling, default_value=-1)
    >>> table.lookup(tf.constant(["lake", "palmer"])).numpy()
    array([ 2, -1], dtype=int32)

    Raises:
      TypeError: for a default of another dtype than the values.
      ValueError: for a default that is no scalar.
      FailedPreconditionError: for a key with two values.
    """

    def __init__(
        self,
        initializer: Any,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        # an initializer of a library may name its dtypes by words
        kinds = as_dtype(initializer.key_dtype), as_dtype(initializer.value_dtype)
        super().__init__(*kinds, name)
        self._initializer = initializer
        self._track_trackable(initializer, "_initializer")
        # a table outlives the function that makes it
        with eager_mode():
            self.default_value = convert_to_tensor(default_value, self.value_dtype)
            shape = self.default_value.shape
            if shape.rank:
                raise ValueError(f"Shapes {shape} and () are not compatible")
            attrs = {"key_dtype": self.key_dtype, "value_dtype": self.value_dtype}
            self.resource_handle = make_handle("AnonymousHashTable", [], attrs)
            initializer.initialize(self)

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """The values of keys: a tensor, ragged or sparse tensor as the keys are.

        Raises:
          TypeError: for keys of another dtype.
        """
        with name_scope(name or f"{self.name}_Lookup"):
            return self._found(keys, self._values)

    def _values(self, keys: Tensor) -> Tensor:
        values = self._find(keys, self.default_value)
        values.set_shape(keys.shape)
        return values

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values, in the order of their insertion."""
        with name_scope(name or f"{self.name}_Export"):
            keys, values = self._exported()
        keys.set_shape([None])
        values.set_shape([None])
        return keys, values


__all__ = ["StaticHashTable"]
