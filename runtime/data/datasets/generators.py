"""Datasets from Python generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.variants import dataset_variant
from runtime.data.elements.structures import (
    as_spec,
    component_attrs,
    flat_components,
    flatten,
    is_structure,
    map_leaves,
    spec_from,
)
from runtime.data.functions.staged_function import StagedFunction
from runtime.data.stages.python_generators import PythonSource, token_of_source
from runtime.data.stages.stage import Element
from runtime.functions.python_functions import py_function
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.type_spec import TypeSpec


def output_spec(types: Any, shapes: Any, signature: Any) -> Any:
    """The spec of a generator's elements.

    Raises:
      TypeError: for too few or too many arguments.
    """
    if types is not None and signature is not None:
        raise TypeError(
            "The `output_types` and `output_signature` arguments can not be used "
            "together."
        )
    if signature is not None:
        if shapes is not None:
            raise TypeError(
                "The `output_shapes` argument can not be used together with the "
                "`output_signature` argument."
            )
        for leaf in _leaves(signature):
            if not isinstance(leaf, TypeSpec):
                raise TypeError(
                    f"`output_signature` must contain objects that are subclass of "
                    f"`tf.TypeSpec` but found {type(leaf)} which is not."
                )
        return as_spec(_tuples(signature))
    if types is None:
        raise TypeError(
            "To specify the output signature you need to provide either the "
            "`output_signature` argument or the `output_types` argument."
        )
    return spec_from(_tuples(types), shapes)


def _leaves(structure: Any) -> list[Any]:
    return flatten(_tuples(structure))


def _tuples(structure: Any) -> Any:
    return tuple(structure) if type(structure) is list else structure


def from_generator(
    generator: Callable[..., Any], spec: Any, args: tuple[Any, ...] | None
) -> Any:
    """The elements of a generator function, which is called anew for each iterator.

    In a graph: a flat map from one element to a ``GeneratorDataset``, whose functions
    call Python.

    Raises:
      TypeError: if ``generator`` is no callable, or the arguments no tensors.
    """
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    given = tuple(convert_to_tensor(each) for each in args or ())
    source = PythonSource(generator, spec, _converter(spec))
    one = dataset_of_tensor(np.int64(0))

    def generated(_: Any) -> Any:
        return _generator_dataset(source, spec, given)

    function = StagedFunction(generated, "Dataset_flat_map", [one.element_spec])
    attrs = {"f": function.attribute(), **component_attrs(spec)}
    inputs = [one.variant, function.captured]
    variant = dataset_variant("FlatMapDataset", inputs, attrs)
    return dataset_of(spec, variant, "_FlatMapDataset")


def dataset_of_tensor(value: Any) -> Any:
    """The dataset of one tensor."""
    tensor = convert_to_tensor(value)
    attrs = {"output_shapes": [tensor.shape]}
    variant = dataset_variant("TensorDataset", [[tensor]], attrs)
    return dataset_of(TensorSpec(tensor.shape, tensor.dtype), variant, "_TensorDataset")


def _generator_dataset(source: PythonSource, spec: Any, args: tuple[Any, ...]) -> Any:
    pairs = flat_components(spec)
    types = [dtype for dtype, _ in pairs]

    def begin(*given: Any) -> Any:
        number = py_function(source.begin, list(given), dtypes.int64)
        number.set_shape([])
        return number

    def following(number: Any) -> Any:
        found = py_function(source.following, [number], types)
        tensors = found if isinstance(found, list) else [found]
        for tensor, (_, shape) in zip(tensors, pairs):
            tensor.set_shape(shape)
        return tuple(tensors)

    def end(number: Any) -> Any:
        done = py_function(source.end, [number], dtypes.int64)
        done.set_shape([])
        return done

    kinds = [TensorSpec(each.shape, each.dtype) for each in args]
    first = StagedFunction(begin, "GeneratorDataset_init", kinds)
    id_spec = [TensorSpec(Shape([]), dtypes.int64)]
    middle = StagedFunction(following, "GeneratorDataset_next", id_spec)
    last = StagedFunction(end, "GeneratorDataset_finalize", id_spec)
    attrs = {
        "init_func": first.attribute(),
        "next_func": middle.attribute(),
        "finalize_func": last.attribute(),
        "_python_source": token_of_source(source),
        **component_attrs(spec),
    }
    inputs = [
        [*args, *first.captured],
        middle.captured,
        last.captured,
    ]
    return dataset_of(spec, dataset_variant("GeneratorDataset", inputs, attrs))


def _converter(spec: Any) -> Callable[[Any], Element]:
    """Converts a generator's elements to components, checked against the spec."""
    from runtime.data.elements.structures import to_tensors

    if type(spec) is TensorSpec:
        return _only_converter(spec)
    if type(spec) is tuple and all(type(each) is TensorSpec for each in spec):
        return _row_converter(spec)

    def convert(value: Any) -> Element:
        element = _structured(value, spec)
        return tuple([each._array for each in to_tensors(spec, element)])

    return convert


def _only_converter(spec: TensorSpec) -> Callable[[Any], Element]:
    """Converts one tensor: a scalar in one call."""
    leaf = _leaf_converter(spec, spec)
    if not _is_plain(spec) or spec.shape.rank not in (None, 0):
        return lambda value: (leaf(value),)
    exact, made = _scalar_maker(spec)

    def convert(value: Any) -> Element:
        if type(value) is exact:
            try:
                return (made(value),)
            except OverflowError:
                pass  # it may wrap around
        return (leaf(value),)

    return convert


def _row_converter(spec: tuple[Any, ...]) -> Callable[[Any], Element]:
    converters = [_leaf_converter(each, spec) for each in spec]
    count = len(spec)

    def convert(value: Any) -> Element:
        if type(value) is not tuple and type(value) is not list:
            raise _mismatch(spec, value)
        if len(value) != count:
            raise _mismatch(spec, value)
        return tuple([one(part) for one, part in zip(converters, value)])

    if count != 2:
        return convert
    first, second = converters

    def convert_pair(value: Any) -> Element:
        if type(value) is tuple and len(value) == 2:
            return first(value[0]), second(value[1])
        return convert(value)

    return convert_pair


def _leaf_converter(spec: Any, whole: Any) -> Callable[[Any], Any]:
    """Converts one tensor of an element: a scalar or an array of its dtype quickly."""
    dtype, shape = spec.dtype, spec.shape
    if not _is_plain(spec):
        return lambda value: _converted(value, spec, whole)
    native = dtype.numpy_dtype
    kind = native.type
    exact, made = _scalar_maker(spec)
    takes_scalars = shape.rank in (None, 0)
    dims = tuple(shape) if shape.is_fully_defined() else None

    def convert(value: Any) -> Any:
        found = type(value)
        if takes_scalars and found is exact:
            try:
                return made(value)
            except OverflowError:
                return _converted(value, spec, whole)  # it may wrap around
        if found is np.ndarray and value.dtype is native and value.shape == dims:
            return value.copy()
        if takes_scalars and found is kind:
            return value
        return _converted(value, spec, whole)

    return convert


def _is_plain(spec: TensorSpec) -> bool:
    """Whether NumPy has scalars of the dtype."""
    dtype = spec.dtype
    return dtype.has_numpy and dtype.numpy_dtype.type is not np.object_


def _scalar_maker(spec: Any) -> tuple[Any, Callable[[Any], Any]]:
    """The class of Python's numbers that a dtype takes, and what makes scalars of them.

    That raises ``OverflowError`` for an integer that the dtype does not hold.
    """
    dtype = spec.dtype
    kind = dtype.numpy_dtype.type
    if issubclass(kind, np.integer):
        # adding to a scalar takes a third of the time of making one
        return int, kind(0).__add__
    if dtype.is_bool:
        return bool, kind
    return int if dtype.is_integer else float if dtype.is_floating else None, kind


def _converted(value: Any, spec: Any, whole: Any) -> Any:
    """The array of a value of any kind, checked."""
    dtype, shape = spec.dtype, spec.shape
    if type(value) is np.ndarray and dtype.has_numpy:
        is_same = value.dtype.type is dtype.numpy_dtype.type is not np.object_
    else:
        is_same = False
    array = value.copy() if is_same else _array_of(value, spec, whole)
    if not shape.is_compatible_with(Shape(np.shape(array))):
        raise TypeError(
            f"`generator` yielded an element of shape {np.shape(array)} where an "
            f"element of shape {shape} was expected."
        )
    return array


def _array_of(value: Any, spec: Any, whole: Any) -> Any:
    """The array of what may be of another dtype, which is cast as NumPy casts it."""
    try:
        return convert_to_tensor(value, spec.dtype)._array  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        if whole is spec and spec.shape.rank is None:
            raise _mismatch(whole, value) from None
    try:
        if _is_plain(spec):
            return np.asarray(value, spec.dtype.numpy_dtype)
    except (TypeError, ValueError, OverflowError):
        pass  # refused below, as what NumPy has no dtype for
    raise TypeError(
        "`generator` yielded an element that could not be converted to the expected "
        f"type. The expected type was {spec.dtype.name}, but the yielded element was "
        f"{value}."
    )


def _mismatch(spec: Any, value: Any) -> TypeError:
    if is_structure(spec) and all(type(each) is TensorSpec for each in flatten(spec)):
        spec = map_leaves(lambda leaf: leaf.dtype, spec)
    return TypeError(
        "`generator` yielded an element that did not match the expected structure. The "
        f"expected structure was {spec}, but the yielded element was {value}."
    )


def _structured(value: Any, spec: Any) -> Any:
    from runtime.data.elements.structures import (
        are_compatible,
        normalized,
        structure_spec,
    )

    if is_structure(spec) and isinstance(value, list) and isinstance(spec, tuple):
        value = tuple(value)
    try:
        map_leaves(lambda *_: None, spec, value)
        element = normalized(value, spec)
        found = structure_spec(element)
    except (TypeError, ValueError):
        raise _mismatch(spec, value) from None
    if not are_compatible(spec, found):
        raise TypeError(
            f"`generator` yielded an element of {found} where an element of {spec} was "
            "expected."
        )
    return element
