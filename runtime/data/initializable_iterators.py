"""Iterators of TensorFlow 1's graphs: nodes that a session starts and reads."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.data.elements.earlier_parts import classes_of, dtypes_of, shapes_of
from runtime.data.elements.structures import (
    are_compatible,
    check_alike,
    component_attrs,
    from_tensors,
    spec_from,
)
from runtime.data.iterators.optional import Optional
from runtime.tensors.conversion import convert_to_tensor


class Iterator:
    """A position in a dataset of a graph; an op puts it at the beginning.

    >>> with tf.Graph().as_default():
    ...     dataset = tf.data.Dataset.range(5, 8)
    ...     iterator = tf.compat.v1.data.make_initializable_iterator(dataset)
    ...     number = iterator.get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         session.run(iterator.initializer)
    ...         print(session.run(number), session.run(number))
    5 6
    """

    def __init__(self, handle: Any, element_spec: Any, initializer: Any = None) -> None:
        self._handle = handle
        self._spec = element_spec
        self._initializer = initializer

    @staticmethod
    def from_structure(
        output_types: Any,
        output_shapes: Any = None,
        shared_name: str | None = None,
        output_classes: Any = None,
    ) -> Iterator:
        """An iterator for every dataset whose elements are of this structure.

        >>> with tf.Graph().as_default():
        ...     iterator = tf.compat.v1.data.Iterator.from_structure(tf.int64, [])
        ...     first = iterator.make_initializer(tf.data.Dataset.range(3))
        ...     second = iterator.make_initializer(tf.data.Dataset.range(7, 9))
        ...     number = iterator.get_next()
        ...     with tf.compat.v1.Session() as session:
        ...         for start in (first, second):
        ...             session.run(start)
        ...             print(session.run(number))
        0
        7
        """
        spec = spec_from(output_types, output_shapes, output_classes)
        return Iterator(_new_handle(spec, shared_name), spec)

    @staticmethod
    def from_string_handle(
        string_handle: Any,
        output_types: Any,
        output_shapes: Any = None,
        output_classes: Any = None,
    ) -> Iterator:
        """The iterator whose ``string_handle`` a string tensor is, also a fed one."""
        spec = spec_from(output_types, output_shapes, output_classes)
        handle = convert_to_tensor(string_handle, dtypes.string)
        attrs = component_attrs(spec)
        return Iterator(apply_op("IteratorFromStringHandleV2", [handle], attrs), spec)

    @property
    def initializer(self) -> Any:
        """The op that puts the iterator at the beginning of its dataset.

        Raises:
          ValueError: if it belongs to no dataset: use ``make_initializer``.
        """
        if self._initializer is None:
            raise ValueError("The iterator does not have an initializer.")
        return self._initializer

    def make_initializer(self, dataset: Any, name: str | None = None) -> Any:
        """The op that puts the iterator at the beginning of this dataset.

        Raises:
          ValueError: if its elements are nested in another way.
          TypeError: if they are of other dtypes or shapes.
        """
        check_alike(self._spec, dataset.element_spec)
        if not are_compatible(self._spec, dataset.element_spec):
            raise TypeError(
                f"Expected elements of {self._spec} but got dataset with elements of "
                f"{dataset.element_spec}."
            )
        label = name or "make_initializer"
        return apply_op("MakeIterator", [dataset.variant, self._handle], None, label)

    def get_next(self, name: str | None = None) -> Any:
        """The next element; each run of a session reads one."""
        attrs = component_attrs(self._spec)
        label = name or "IteratorGetNext"
        found = apply_op("IteratorGetNext", [self._handle], attrs, label)
        return from_tensors(self._spec, found)

    def get_next_as_optional(self) -> Optional:
        """The next element, or nothing at the end."""
        attrs = component_attrs(self._spec)
        variant = apply_op("IteratorGetNextAsOptional", [self._handle], attrs)
        return Optional(variant, self._spec)

    def string_handle(self, name: str | None = None) -> Any:
        """A string that stands for the iterator, for ``from_string_handle``."""
        label = name or "IteratorToStringHandle"
        return apply_op("IteratorToStringHandle", [self._handle], None, label)

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._spec

    @property
    def output_types(self) -> object:
        """The dtypes of the elements."""
        return dtypes_of(self._spec)

    @property
    def output_shapes(self) -> object:
        """The shapes of the elements."""
        return shapes_of(self._spec)

    @property
    def output_classes(self) -> object:
        """The classes of the elements."""
        return classes_of(self._spec)


def make_initializable_iterator(
    dataset: Any, shared_name: str | None = None
) -> Iterator:
    """An iterator over a dataset of a graph, which its ``initializer`` starts.

    Raises:
      RuntimeError: eagerly, where a loop over the dataset does it.
    """
    if current_trace() is None:
        raise RuntimeError(
            "`make_initializable_iterator()` is not supported in eager mode. Use "
            "Python-style iteration instead."
        )
    spec = dataset.element_spec
    made = Iterator(_new_handle(spec, shared_name), spec)
    made._initializer = made.make_initializer(dataset)
    return made


def _new_handle(spec: Any, shared_name: str | None) -> Any:
    given = {"container": "", "shared_name": shared_name or ""}
    return apply_op("IteratorV2", [], {**component_attrs(spec), **given})


__all__ = ["Iterator", "make_initializable_iterator"]
