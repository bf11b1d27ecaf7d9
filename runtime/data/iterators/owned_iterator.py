"""Iterators over datasets: eager in Python's loops, symbolic in graphs."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.shapes import SCALAR
from runtime.apply import apply_op
from runtime.context import CURRENT, current_trace
from runtime.data.elements.earlier_parts import classes_of, dtypes_of, shapes_of
from runtime.data.elements.specs import NESTING, IteratorSpec, NoneTensorSpec
from runtime.data.elements.structures import (
    component_attrs,
    flatten,
    from_tensors,
    map_leaves,
    packer_of,
)
from runtime.data.iterators.optional import Optional
from runtime.data.iterators.states import packed_state, unpacked_state
from runtime.data.resources.iterators import IteratorResource
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import Container, TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.tensor import EagerTensor, Tensor, wrap
from runtime.trackable.base import Trackable
from runtime.variables.quick_calls import count_by_spec

_STATE: Final = "ITERATOR_STATE"
"""The key of the position in checkpoints."""


class OwnedIterator(Trackable):
    """A position in a dataset; freed with its last reference.

    >>> iterator = iter(tf.data.Dataset.range(2))
    >>> next(iterator).numpy(), iterator.get_next().numpy()
    (np.int64(0), np.int64(1))
    """

    __tf_components__ = True
    component_kind: ClassVar[type]
    _saveable_name: str | None = "ITERATOR"
    _earlier_state_names = MappingProxyType({"_STATE": _STATE})

    def __init__(
        self,
        dataset: Any = None,
        components: Sequence[Any] | None = None,
        element_spec: Any = None,
    ) -> None:
        self._spec = element_spec if dataset is None else dataset.element_spec
        if components is not None:
            self._handle: Tensor = components[0]
        elif isinstance(dataset.variant, EagerTensor) and current_trace() is None:
            resource = IteratorResource()
            resource.start(dataset.variant._array)
            self._handle = wrap(resource, dtypes.resource)
        else:
            attrs = component_attrs(self._spec)
            self._handle = apply_op("AnonymousIteratorV3", [], attrs)
            apply_op("MakeIterator", [dataset.variant, self._handle])
        self._spec_text = ""
        self._resource: Any = getattr(self._handle, "_array", None)
        self._pack = packer_of(self._spec)

    def __iter__(self) -> OwnedIterator:
        return self

    def __next__(self) -> Any:
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            return self._recorded()
        return self._pack(self._resource.next())

    def next(self) -> Any:
        """The next element.

        Raises:
          StopIteration: at the end.
        """
        return self.__next__()

    def get_next(self) -> Any:
        """The next element.

        Raises:
          OutOfRangeError: at the end.
        """
        if current_trace() is not None:
            return self._recorded()
        try:
            return self._pack(self._resource.next())
        except StopIteration:
            raise OutOfRangeError(
                None, None, "End of sequence [Op:IteratorGetNext]"
            ) from None

    def _recorded(self) -> Any:
        attrs = component_attrs(self._spec)
        found = apply_op("IteratorGetNext", [self._handle], attrs)
        return from_tensors(self._spec, found)

    def get_next_as_optional(self) -> Optional:
        """The next element, or nothing at the end.

        >>> iterator = iter(tf.data.Dataset.range(1))
        >>> [bool(iterator.get_next_as_optional().has_value()) for _ in range(2)]
        [True, False]
        """
        attrs = component_attrs(self._spec)
        variant = apply_op("IteratorGetNextAsOptional", [self._handle], attrs)
        return Optional(variant, self._spec)

    @property
    def element_spec(self) -> Any:
        """The spec of the elements.

        >>> iter(tf.data.Dataset.range(3)).element_spec
        TensorSpec(shape=(), dtype=tf.int64, name=None)
        """
        return self._spec

    @property
    def output_shapes(self) -> object:
        """The shapes of the elements, as TensorFlow 1 told them."""
        return shapes_of(self._spec)

    @property
    def output_types(self) -> object:
        """The dtypes of the elements, as TensorFlow 1 told them."""
        return dtypes_of(self._spec)

    @property
    def output_classes(self) -> object:
        """The classes of the elements, as TensorFlow 1 told them."""
        return classes_of(self._spec)

    @property
    def _iterator_resource(self) -> Tensor:
        return self._handle

    @property
    def _type_spec(self) -> IteratorSpec:
        return IteratorSpec(self._spec)

    def components(self) -> list[Any]:
        """The handle of the resource."""
        return [self._handle]

    def component_names(self) -> tuple[str, ...]:
        """The spec of the elements, on which traces depend."""
        return (self._text_of_spec(),)

    def _text_of_spec(self) -> str:
        if not self._spec_text:
            self._spec_text = repr(self._spec)
        return self._spec_text

    def with_components(self, components: Sequence[Any]) -> OwnedIterator:
        """The iterator of another handle."""
        return OwnedIterator(components=components, element_spec=self._spec)

    def spec_of_components(self, parts: Any) -> IteratorSpec:
        """The spec of the iterator."""
        return self._type_spec

    # --- states

    def _save(self) -> bytes:
        """Where the iterator stands, as bytes."""
        return packed_state(self._resource.save())

    def _restore(self, state: bytes) -> None:
        """Moves to the saved position of an iterator of the same pipeline."""
        self._resource.restore(unpacked_state(state))

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """Where the iterator stands, for checkpoints."""
        state = np.empty((), object)
        state[()] = self._save()
        return {_STATE: wrap(state, dtypes.string)}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> list[Any]:
        """Goes to the place that a checkpoint tells."""
        self._restore(restored_tensors[_STATE].numpy())
        return []

    def _miss_state(self, names: Sequence[str]) -> None:
        """Refuses to begin anew in silence.

        Raises:
          InvalidArgumentError: always.
        """
        raise InvalidArgumentError(
            None,
            None,
            "The checkpoint has no position of an iterator where one is restored, but "
            f"{', '.join(names)}: restore with a `Checkpoint` that does not hold the "
            "iterator.",
        )


OwnedIterator.component_kind = OwnedIterator
NESTING.value_types[IteratorSpec] = OwnedIterator


_OF_ARRAYS: Final = (TensorSpec, RaggedTensorSpec, SparseTensorSpec, NoneTensorSpec)
"""The specs of what NumPy has arrays for."""


class NumpyIterator:
    """An iterator over the elements of a dataset as NumPy arrays and scalars."""

    __slots__ = ("_iterator",)

    def __init__(self, dataset: Any) -> None:
        for leaf in flatten(dataset.element_spec):
            if not isinstance(leaf, _OF_ARRAYS):
                raise TypeError(
                    "`tf.data.Dataset.as_numpy_iterator()` is not supported for "
                    f"datasets that produce values of type {leaf.value_type}"
                )
        self._iterator = iter(dataset)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return map_leaves(_to_numpy, next(self._iterator))

    def next(self) -> Any:
        """The next element.

        >>> tf.data.Dataset.range(3).as_numpy_iterator().next()
        np.int64(0)

        Raises:
          StopIteration: at the end.
        """
        return self.__next__()

    def save(self) -> Tensor:
        """Where the iterator stands: a string tensor of shape ().

        >>> iterator = tf.data.Dataset.range(3).as_numpy_iterator()
        >>> state = iterator.save()
        >>> next(iterator), next(iterator), iterator.restore(state), next(iterator)
        (np.int64(0), np.int64(1), None, np.int64(0))
        """
        return self._iterator._serialize_to_tensors()[_STATE]  # type: ignore[no-any-return]

    def restore(self, state: Tensor) -> None:
        """Moves to the saved position of an iterator of the same pipeline."""
        self._iterator._restore_from_tensors({_STATE: state})

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator!r})"


def _to_numpy(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, EagerTensor):
        array = value.numpy()
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
        return array
    if hasattr(value, "dense_shape"):
        return _sparse_to_numpy(value)
    return value.numpy() if hasattr(value, "numpy") else value


def _sparse_to_numpy(value: Any) -> Any:
    from runtime.sparse.sparse_tensor import SparseTensorValue

    return SparseTensorValue(*(each.numpy() for each in value.components()))


def _tracing_type(spec: Any, context: Any) -> Container:
    names = (repr(spec.element_spec),)
    return Container(OwnedIterator, names, (TensorSpec(SCALAR, dtypes.resource),), spec)


def _with_components(spec: Any, components: Sequence[Any]) -> Any:
    if isinstance(components[0], TensorSpec):
        return spec
    return OwnedIterator(components=components, element_spec=spec.element_spec)


def _components(spec: Any) -> list[Any]:
    return [TensorSpec(SCALAR, dtypes.resource)]


for _name, _method in (
    ("__tf_tracing_type__", _tracing_type),
    ("with_components", _with_components),
    ("components", _components),
):
    setattr(IteratorSpec, _name, _method)

count_by_spec(OwnedIterator, lambda value: (value._text_of_spec(), value._handle))
