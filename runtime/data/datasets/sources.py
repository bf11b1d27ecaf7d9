"""Datasets from tensors, slices and ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape
from runtime.context import current_trace
from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.generators import from_generator, output_spec
from runtime.data.datasets.variants import dataset_variant, int64
from runtime.data.elements.components import row_of
from runtime.data.elements.structures import (
    component_attrs,
    flat_components,
    flatten,
    map_leaves,
    normalized,
    structure_spec,
    to_tensors,
)
from runtime.random.seeds import op_seeds
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.array_protocols import read_only
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import wrap


def seeds_of(seed: Any) -> list[Any]:
    """The two seeds of a dataset op, as tensors."""
    found = op_seeds(None if seed is None else int(seed))
    return [int64(found["seed"], "seed"), int64(found["seed2"], "seed2")]


class Sources(DatasetBase):
    """Datasets without an input dataset."""

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Any:
        """The dataset of one element.

        >>> dataset = tf.data.Dataset.from_tensors(([1, 2, 3], "A"))
        >>> list(dataset.as_numpy_iterator())
        [(array([1, 2, 3], dtype=int32), b'A')]
        """
        element = normalized(tensors)
        spec = structure_spec(element)
        shapes = [shape for _, shape in flat_components(spec)]
        inputs = [to_tensors(spec, element)]
        variant = dataset_variant("TensorDataset", inputs, {"output_shapes": shapes})
        return dataset_of(spec, variant, "_TensorDataset")

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Any:
        """The dataset of the slices along the first axis; arrays are not copied.

        >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [5, 6]})
        >>> list(dataset.as_numpy_iterator())[0]
        {'a': np.int32(1), 'b': np.int32(5)}

        Raises:
          ValueError: for scalars, or parts of different lengths.
        """
        whole = normalized(map_leaves(_uncopied, tensors))
        batch = structure_spec(whole)
        spec = map_leaves(row_of, batch)
        _check_lengths(
            [leaf.shape for leaf in flatten(batch) if hasattr(leaf, "shape")]
        )
        shapes = [shape for _, shape in flat_components(spec)]
        inputs = [to_tensors(batch, whole, rows=True)]
        attrs = {"output_shapes": shapes}
        variant = dataset_variant("TensorSliceDataset", inputs, attrs)
        return dataset_of(spec, variant, "_TensorSliceDataset")

    @staticmethod
    def range(*args: Any, **kwargs: Any) -> Any:
        """The numbers up to a limit, from a start, by a step.

        >>> list(tf.data.Dataset.range(1, 5, 2).as_numpy_iterator())
        [np.int64(1), np.int64(3)]

        Raises:
          InvalidArgumentError: for a step of 0.
          ValueError: for more than three numbers, or none.
        """
        dtype = as_dtype(kwargs.pop("output_type", None) or dtypes.int64)
        kwargs.pop("name", None)
        if kwargs:
            raise TypeError(f"range() got unexpected arguments {sorted(kwargs)}")
        if not 1 <= len(args) <= 3:
            raise ValueError(
                "Invalid `args`. The length of `args` should be between 1 and 3 but "
                f"was {len(args)}."
            )
        start, stop, step = (*((0,) if len(args) == 1 else ()), *args, 1)[:3]
        inputs = [int64(start, "start"), int64(stop, "stop"), int64(step, "step")]
        spec = TensorSpec(Shape([]), dtype)
        variant = dataset_variant("RangeDataset", inputs, component_attrs(spec))
        return dataset_of(spec, variant, "_RangeDataset")

    @staticmethod
    def random(
        seed: TensorLike | None = None,
        rerandomize_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Random int64 numbers of 32 bits, without end.

        >>> list(tf.data.Dataset.random(seed=7).take(2).as_numpy_iterator())
        [np.int64(1992159687), np.int64(3200305987)]
        """
        spec = TensorSpec(Shape([]), dtypes.int64)
        attrs = component_attrs(spec)
        inputs = seeds_of(seed)
        op = "RandomDataset"
        if rerandomize_each_iteration is not None:
            from runtime.apply import apply_op

            op = "RandomDatasetV2"
            attrs["rerandomize_each_iteration"] = rerandomize_each_iteration
            inputs.append(apply_op("DummySeedGenerator", []))
        variant = dataset_variant(op, inputs, attrs)
        return dataset_of(spec, variant, "_RandomDataset")

    @staticmethod
    def counter(
        start: TensorLike = 0,
        step: TensorLike = 1,
        dtype: Any = dtypes.int64,
        name: str | None = None,
    ) -> Any:
        """Numbers from a start by a step, without end.

        >>> list(tf.data.Dataset.counter(3, 2).take(2).as_numpy_iterator())
        [np.int64(3), np.int64(5)]
        """
        from runtime.tensors.composites import convert_to_tensor

        kind = as_dtype(dtype)
        first = convert_to_tensor(start, kind, name="start")
        by = convert_to_tensor(step, kind, name="step")
        zeros = Sources.from_tensors(0).repeat()
        return zeros.scan(first, lambda state, _: (state + by, state))

    @staticmethod
    def from_generator(
        generator: Callable[..., Iterable[Any]],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Any:
        """The elements of a generator function, which is called anew for each iterator.

        >>> def squares():
        ...     for x in range(3):
        ...         yield x * x
        >>> dataset = tf.data.Dataset.from_generator(
        ...     squares, output_signature=tf.TensorSpec([], tf.int32))
        >>> list(dataset.as_numpy_iterator())
        [np.int32(0), np.int32(1), np.int32(4)]

        Raises:
          TypeError: if ``generator`` is not callable, or if both ``output_types`` and
            ``output_signature`` are missing.
        """
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        spec = output_spec(output_types, output_shapes, output_signature)
        return from_generator(generator, spec, None if args is None else tuple(args))

    @staticmethod
    def zip(
        *args: Any,
        datasets: Sequence[DatasetBase] | None = None,
        name: str | None = None,
    ) -> Any:
        """Structures of an element of each dataset, up to the end of the shortest.

        >>> a, b = tf.data.Dataset.range(1, 4), tf.data.Dataset.range(4, 6)
        >>> list(tf.data.Dataset.zip(a, b).as_numpy_iterator())
        [(np.int64(1), np.int64(4)), (np.int64(2), np.int64(5))]

        Raises:
          TypeError: for anything but datasets.
        """
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        structure = datasets
        if datasets is None:
            structure = args[0] if len(args) == 1 else tuple(args)
        parts = flatten(structure)
        for each in parts:
            _check_dataset(each)
        remaining = iter([each.element_spec for each in parts])
        spec = map_leaves(lambda _: next(remaining), structure)
        inputs = [[each.variant for each in parts]]
        variant = dataset_variant("ZipDataset", inputs, component_attrs(spec))
        return dataset_of(spec, variant, "_ZipDataset")


def _uncopied(value: Any) -> Any:
    """An array of numbers as a tensor that shares its memory."""
    if type(value) is not np.ndarray or value.dtype.kind not in "biufc":
        return value
    if current_trace() is not None or not value.ndim:
        return value
    return wrap(read_only(value), dtypes.of_array(value))


def _check_dataset(value: Any) -> None:
    if isinstance(value, DatasetBase):
        return
    what = "Inputs are expected to be (nested) structures of `tf.data.Dataset` objects"
    if isinstance(value, list):
        raise TypeError(
            f"Invalid input to `zip`. {what}. Python `list` is not supported and you "
            "should use `tuple` instead."
        )
    raise TypeError(
        f"Invalid input to `zip`. {what} but encountered object of type {type(value)}."
    )


def _check_lengths(shapes: list[Shape]) -> None:
    known = [shape[0] for shape in shapes if shape.rank and shape[0] is not None]
    for size in known[1:]:
        if size != known[0]:
            raise ValueError(f"Dimensions {known[0]} and {size} are not compatible")
