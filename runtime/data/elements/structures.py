"""Nested structures of elements: tuples and dicts; lists become tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape, as_shape
from runtime.context import name_scope
from runtime.data.elements.components import (
    SPECS,
    Component,
    components_of,
    from_components,
    to_components,
)
from runtime.data.elements.specs import (
    NESTING,
    DatasetSpec,
    NoneTensorSpec,
    OptionalSpec,
)
from runtime.extension_types.extension_type import ExtensionType
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import keys_of, rebuild
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, wrap, wrapper_of_only


def is_structure(value: Any) -> bool:
    """Whether the value has parts of its own: a tuple, a dict, an attrs class."""
    if isinstance(value, (SparseTensor, RaggedTensor)):
        return False
    return (
        (isinstance(value, tuple) and not _is_sparse_value(value))
        or isinstance(value, Mapping)
        or hasattr(type(value), "__attrs_attrs__")
    )


def _is_sparse_value(value: Any) -> bool:
    return getattr(type(value), "_fields", None) == ("indices", "values", "dense_shape")


def parts_of(value: Any) -> list[Any]:
    """The parts of a structure, in flattening order."""
    if isinstance(value, Mapping):
        return [value[key] for key in keys_of(value)]
    if isinstance(value, tuple):
        return list(value)
    return [getattr(value, field.name) for field in type(value).__attrs_attrs__]


def flatten(structure: Any) -> list[Any]:
    """The leaves, dict values by sorted key.

    >>> flatten({"b": ([1, 2], 3), "a": 0})
    [0, [1, 2], 3]
    """
    if not is_structure(structure):
        return [structure]
    return [leaf for part in parts_of(structure) for leaf in flatten(part)]


def map_leaves(function: Callable[..., Any], structure: Any, *others: Any) -> Any:
    """Applies a function to the leaves of one or more structures of the same form.

    Raises:
      ValueError, TypeError: if a structure differs from the first one.
    """
    if not is_structure(structure):
        return function(structure, *others)
    for other in others:
        check_alike(structure, other)
    columns = zip(parts_of(structure), *map(parts_of, others))
    parts = [map_leaves(function, *column) for column in columns]
    return rebuild(structure, parts)


def check_alike(first: Any, second: Any) -> None:
    """Refuses a structure that differs from the first one.

    Raises:
      TypeError: for another kind of structure.
      ValueError: for a leaf in place of a structure, or other lengths or keys.
    """
    if is_structure(first) != is_structure(second):
        raise ValueError(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: type={type(first).__name__} str={first}\n\n"
            f"Second structure: type={type(second).__name__} str={second}"
        )
    if not is_structure(first):
        return
    both_maps = isinstance(first, Mapping) and isinstance(second, Mapping)
    if not both_maps and type(first) is not type(second):
        raise TypeError(
            "The two structures don't have the same sequence type. First structure "
            f"has type {type(first)}, while second structure has type {type(second)}."
        )
    if both_maps and keys_of(first) != keys_of(second):
        raise ValueError(
            "The two dictionaries don't have the same set of keys. First structure has "
            f"keys {keys_of(first)}, while second structure has keys "
            f"{keys_of(second)}."
        )
    mine, theirs = parts_of(first), parts_of(second)
    if len(mine) != len(theirs):
        raise ValueError(
            "The two structures don't have the same number of elements. First "
            f"structure: {first}. Second structure: {second}."
        )
    for one, two in zip(mine, theirs):
        check_alike(one, two)


def leaves_up_to(shallow: Any, given: Any) -> list[Any]:
    """What of a structure stands for each leaf of a shallower one.

    >>> from runtime.data.elements.structures import leaves_up_to
    >>> leaves_up_to({"a": 0, "b": (1, 2)}, {"a": [3, 4], "b": ([5], [6])})
    [[3, 4], [5], [6]]

    Raises:
      TypeError: for another kind of structure.
      ValueError: for another length, or other keys.
    """
    if not is_structure(shallow):
        return [given]
    if not is_structure(given):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. Input "
            f"has type: '{type(given).__name__}'."
        )
    if isinstance(shallow, Mapping) != isinstance(given, Mapping):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has "
            f"type '{type(given).__name__}', while shallow structure has type "
            f"'{type(shallow).__name__}'."
        )
    if len(shallow) != len(given):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure "
            f"has length {len(given)}, while shallow structure has length "
            f"{len(shallow)}."
        )
    if isinstance(shallow, Mapping) and keys_of(shallow) != keys_of(given):
        raise ValueError(
            "The two structures don't have the same keys. Input structure has keys "
            f"{keys_of(given)}, while shallow structure has keys {keys_of(shallow)}."
        )
    pairs = zip(parts_of(shallow), parts_of(given))
    return [leaf for one, part in pairs for leaf in leaves_up_to(one, part)]


def are_alike(first: Any, second: Any) -> bool:
    """Whether both nest in the same way."""
    try:
        check_alike(first, second)
    except (TypeError, ValueError):
        return False
    return True


# --- values


def spec_of(value: Any) -> Any:
    """The spec of one value that is no structure.

    Raises:
      TypeError: for a value that datasets do not hold.
    """
    if value is None:
        return NoneTensorSpec()
    if isinstance(value, RaggedTensor):
        return RaggedTensorSpec.from_value(value)
    if isinstance(value, ExtensionType):
        return value._type_spec
    if isinstance(value, SparseTensor):
        return SparseTensorSpec.from_value(value)
    if isinstance(value, (SymbolicTensor, EagerTensor)):
        return TensorSpec(value.shape, value.dtype)
    if hasattr(value, "variant") and hasattr(value, "element_spec"):
        if hasattr(value, "get_value"):
            return OptionalSpec(value.element_spec)
        return DatasetSpec.from_value(value)
    raise TypeError(f"{value!r} cannot be part of an element of a dataset.")


def normalized(value: Any, spec: Any = None, prefix: str = "component") -> Any:
    """The structure with tensors, ragged and sparse tensors, datasets, None as leaves.

    With a spec, numbers and lists get its dtypes.

    Raises:
      TypeError, ValueError: for a value that cannot be converted.
    """
    leaves = flatten(value)
    specs = [None] * len(leaves) if spec is None else flatten(spec)
    with name_scope("normalize_element"):
        made = [
            _normal(leaf, wanted, f"{prefix}_{place}")
            for place, (leaf, wanted) in enumerate(zip(leaves, specs))
        ]
    return pack_leaves(value, made)


def _normal(leaf: Any, spec: Any, name: str) -> Any:
    if leaf is None or isinstance(leaf, (RaggedTensor, SparseTensor, ExtensionType)):
        return leaf
    if hasattr(leaf, "variant") and hasattr(leaf, "element_spec"):
        return leaf
    if _is_sparse_value(leaf):
        return SparseTensor.from_value(leaf)
    if isinstance(leaf, CompositeTensor):
        raise TypeError(f"{leaf!r} cannot be part of an element of a dataset.")
    if isinstance(spec, TensorSpec):
        return convert_to_tensor(leaf, spec.dtype, None, name)
    return convert_to_tensor(leaf, name=name)


def pack_leaves(structure: Any, leaves: Sequence[Any]) -> Any:
    """The structure with other leaves, in flattening order."""
    remaining = iter(leaves)
    return map_leaves(lambda _: next(remaining), structure)


def structure_spec(value: Any) -> Any:
    """The spec of a structure of values."""
    return map_leaves(spec_of, value)


# --- components


def flat_components(spec: Any) -> list[Component]:
    """Dtype and shape of every component of elements of a spec."""
    return [each for leaf in flatten(spec) for each in components_of(leaf)]


def component_attrs(spec: Any) -> dict[str, Any]:
    """The attributes of an op whose outputs are elements of a spec."""
    pairs = flat_components(spec)
    return {
        "output_types": [dtype for dtype, _ in pairs],
        "output_shapes": [shape for _, shape in pairs],
    }


def to_tensors(spec: Any, value: Any, rows: bool = False) -> list[Any]:
    """The components of an element."""
    pairs = zip(flatten(spec), flatten(value))
    return [each for pair in pairs for each in to_components(*pair, rows)]


def from_tensors(spec: Any, tensors: Sequence[Any]) -> Any:
    """The element with these components.

    Raises:
      InvalidArgumentError: for too few of them; it would end a loop over elements,
        if it were Python's `StopIteration`.
    """
    remaining = iter(tensors)

    def take(leaf: Any) -> Any:
        parts = list(islice(remaining, len(components_of(leaf))))
        if len(parts) < len(components_of(leaf)):
            wanted, found = len(flat_components(spec)), len(tensors)
            refuse_other_count(wanted, found)
        return from_components(leaf, parts)

    return map_leaves(take, spec)


def refuse_other_count(wanted: int, found: int) -> None:
    """Refuses elements of another number of components than are declared.

    Raises:
      InvalidArgumentError: if the numbers differ.
    """
    if wanted != found:
        message = "Number of components does not match: expected {} types but got {}."
        raise InvalidArgumentError(None, None, message.format(wanted, found))


Packer = Callable[[Sequence[Any]], Any]


def packer_of(spec: Any) -> Packer:
    """Makes eager elements of their components as arrays."""
    types = [dtype for dtype, _ in flat_components(spec)]
    if isinstance(spec, TensorSpec):
        return wrapper_of_only(types[0])
    leaves = flatten(spec)
    if all(type(leaf) is TensorSpec for leaf in leaves):
        is_flat = type(spec) in (tuple, dict) and not any(
            map(is_structure, parts_of(spec))
        )
        if is_flat and type(spec) is tuple and len(types) == 2:
            first, second = types
            return lambda arrays: (wrap(arrays[0], first), wrap(arrays[1], second))
        if is_flat and type(spec) is tuple:
            return lambda arrays: tuple(map(wrap, arrays, types))
        if is_flat and list(spec) == keys_of(spec):
            keys = list(spec)
            return lambda arrays: dict(zip(keys, map(wrap, arrays, types)))
    return lambda arrays: from_tensors(spec, list(map(wrap, arrays, types)))


# --- specs


def are_compatible(first: Any, second: Any) -> bool:
    """Whether elements of one spec may be of the other; None is of None alone."""
    return are_alike(first, second) and all(
        one is two is None or (one is not None and one.is_compatible_with(two))
        for one, two in zip(flatten(first), flatten(second))
    )


def is_subtype(first: Any, second: Any) -> bool:
    """Whether the second spec allows all that the first does."""
    if not are_alike(first, second):
        return False
    return all(
        one.is_subtype_of(two) if hasattr(one, "is_subtype_of") else one == two
        for one, two in zip(flatten(first), flatten(second))
    )


def common_spec(first: Any, second: Any) -> Any:
    """The most specific spec that allows the values of both, or None."""
    if not are_alike(first, second):
        return None
    found = [common_leaf(one, two) for one, two in zip(flatten(first), flatten(second))]
    return None if None in found else pack_leaves(first, found)


def common_leaf(one: Any, two: Any) -> Any:
    """The most specific spec that allows the values of both, or None."""
    if type(one) is not type(two):
        return None
    if isinstance(one, (RaggedTensorSpec, SparseTensorSpec)):
        if one.dtype is not two.dtype:
            return None
        shape = one.shape.most_specific_common_supertype([two.shape])
        if isinstance(one, SparseTensorSpec):
            return SparseTensorSpec(shape, one.dtype)
        same = (one.ragged_rank, one.row_splits_dtype) == (
            two.ragged_rank,
            two.row_splits_dtype,
        )
        if not same:
            return None
        return RaggedTensorSpec(shape, one.dtype, one.ragged_rank, one.row_splits_dtype)
    return one.most_specific_common_supertype([two])


def spec_from(types: Any, shapes: Any = None, classes: Any = None) -> Any:
    """The spec of dtypes and shapes, nested alike."""
    if isinstance(types, DType) or not is_structure(types):
        return TensorSpec(as_shape(shapes), as_dtype(types))
    if shapes is None:
        return map_leaves(lambda dtype: TensorSpec(Shape(None), as_dtype(dtype)), types)
    parts = [
        spec_from(one, two) for one, two in zip(parts_of(types), _shape_parts(shapes))
    ]
    return rebuild(types, parts)


def _shape_parts(shapes: Any) -> list[Any]:
    return parts_of(shapes) if is_structure(shapes) else list(shapes)


def as_spec(spec: Any) -> Any:
    """The structure of specs, checked.

    Raises:
      TypeError: if a leaf is no spec.
    """
    for leaf in flatten(spec):
        if not isinstance(leaf, SPECS):
            raise TypeError(f"A spec is expected, not {leaf!r}.")
    return spec


NESTING.are_compatible = are_compatible
NESTING.is_subtype = is_subtype
NESTING.common_spec = common_spec
