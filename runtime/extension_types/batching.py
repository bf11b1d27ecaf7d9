"""BatchableExtensionType: extension types whose values can be stacked and unstacked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from graphir.shapes import Shape
from runtime.extension_types.composition import Composition
from runtime.extension_types.extension_type import ExtensionType
from runtime.extension_types.immutable_dict import ImmutableDict
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import tail_of


class ExtensionTypeBatchEncoder:
    """Stacks and unstacks values of an extension type, field by field.

    Subclasses may override the methods. ``encode`` returns the tensors of a value,
    which may be ragged and sparse, to be stacked along a new first axis, ``decode`` the
    value of such tensors; ``batch`` and ``unbatch`` return the spec of a stack and of
    its elements.
    """

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        """The spec of a stack of ``batch_size`` values, None for any number."""
        return _mapped(spec, lambda each: _batched(each, batch_size))

    def unbatch(self, spec: Any) -> Any:
        """The spec of the elements of a stack.

        Raises:
          ValueError: for scalars.
        """
        return _mapped(spec, _unbatched)

    def encode(
        self, spec: Any, value: TensorLike, minimum_rank: int = 0
    ) -> list[Tensor]:
        """The tensors that represent a value."""
        return Composition.components(value)

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        """The value that ``encode`` turned into the tensors."""
        return Composition.with_components(spec, encoded_value)

    def encoding_specs(self, spec: Any) -> Any:
        """The specs of the tensors that ``encode`` returns."""
        return Composition.components(spec)


def encoder_of(spec: Any) -> Any:
    """The batch encoder of a spec, or None if its values cannot be stacked."""
    own = getattr(spec, "__batch_encoder__", None)
    if own is not None:
        return own
    return getattr(getattr(spec, "value_type", None), "__batch_encoder__", None)


def _mapped(spec: Any, change: Any) -> Any:
    parts = tuple((name, _changed(each, change)) for name, each in spec._serialize())
    return type(spec)._deserialize(parts)


def _changed(value: Any, change: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_changed(each, change) for each in value)
    if isinstance(value, Mapping):
        return ImmutableDict(
            {key: _changed(each, change) for key, each in value.items()}
        )
    return change(value)


def _batched(part: Any, size: int | None) -> Any:
    if isinstance(part, Shape):
        return Shape([size]).concatenate(part)
    if isinstance(part, TensorSpec):
        return TensorSpec(Shape([size]).concatenate(part.shape), part.dtype)
    encoder = encoder_of(part)
    if encoder is not None:
        return encoder.batch(part, size)
    change = getattr(part, "_batch", None)
    return part if change is None else change(size)


def _unbatched(part: Any) -> Any:
    if isinstance(part, Shape):
        return tail_of(part)
    if isinstance(part, TensorSpec):
        return TensorSpec(tail_of(part.shape), part.dtype)
    encoder = encoder_of(part)
    if encoder is not None:
        return encoder.unbatch(part)
    change = getattr(part, "_unbatch", None)
    return part if change is None else change()


class BatchableExtensionType(ExtensionType):
    """An extension type whose values can be stacked, as in batches of datasets.

    The fields are stacked one by one, unless the class defines another
    ``__batch_encoder__``.

    >>> class Vertex(tf.experimental.BatchableExtensionType):
    ...     place: tf.Tensor
    >>> vertices = Vertex([[0, 0], [1, 0], [1, 1]])
    >>> for vertex in tf.data.Dataset.from_tensor_slices(vertices).take(1):
    ...     print(vertex.place.numpy())
    [0 0]
    >>> tf.map_fn(lambda each: Vertex(each.place + 1), vertices).place.numpy().tolist()
    [[1, 1], [2, 1], [2, 2]]
    """

    __batch_encoder__: ClassVar[Any] = ExtensionTypeBatchEncoder()


__all__ = ["BatchableExtensionType", "ExtensionTypeBatchEncoder", "encoder_of"]
