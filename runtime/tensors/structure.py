"""Nested structures: flattening and packing of lists, tuples, dicts, dataclasses.

Composite tensors count as structures of their components, unless told otherwise.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator, Mapping, MappingView, Sequence
from typing import Any, Final, cast


class _Nest(ABC):  # noqa: B024 - it is asked for, not derived from
    """Python's containers with an order: one class, since asking it is asking once."""


_Nest.register(Mapping)  # type: ignore[type-abstract]  # an ABC of ABCs
_Nest.register(MappingView)
_Nest.register(Sequence)  # type: ignore[type-abstract]  # an ABC of ABCs
_TEXTS: Final = (str, bytes, bytearray)


def is_nested(value: Any, composites: bool = True) -> bool:
    """Whether the value is a structure with children, not a leaf.

    >>> is_nested([1]), is_nested({}), is_nested(range(3)), is_nested("text")
    (True, True, True, False)
    """
    if isinstance(value, (list, tuple)):
        return not _is_opaque(value)
    if isinstance(value, _TEXTS):
        return False
    if isinstance(value, _Nest) or _is_attrs(value):
        return True
    return composites and is_composite(value)


def is_composite(value: Any) -> bool:
    """Whether a value is a composite of several tensors: a ragged or sparse tensor."""
    return hasattr(type(value), "__tf_components__")


def is_composed(value: Any) -> bool:
    """Whether the value is made of components: a composite, or the spec of one."""
    kind = type(value)
    return hasattr(kind, "with_components") or hasattr(kind, "__tf_composition__")


def components_of(value: Any) -> list[Any]:
    """The tensors, or specs of tensors, that a composite is made of.

    A class whose instances have member names that users choose has these methods on its
    attribute ``__tf_composition__``, others on the class itself.
    """
    composition = getattr(type(value), "__tf_composition__", value)
    made: list[Any] = (
        value.components() if composition is value else composition.components(value)
    )
    return made


def component_names(value: Any) -> tuple[Any, ...]:
    """A name for each component, with all trace properties besides them."""
    composition = getattr(type(value), "__tf_composition__", None)
    names: tuple[Any, ...] = (
        value.component_names()
        if composition is None
        else composition.component_names(value)
    )
    return names


def with_components(like: Any, parts: Sequence[Any]) -> Any:
    """A value like a composite, or of a spec, that is made of these components."""
    composition = getattr(type(like), "__tf_composition__", None)
    if composition is None:
        return like.with_components(parts)
    return composition.with_components(like, parts)


def _is_opaque(value: Any) -> bool:
    return hasattr(type(value), "__tf_tensor__")


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(type(value), "_fields")


def _is_attrs(value: Any) -> bool:
    return hasattr(type(value), "__attrs_attrs__")


def keys_of(mapping: Mapping[Any, Any]) -> list[Any]:
    """The keys in the order in which their values are flattened: sorted."""
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


def children(value: Any) -> list[Any]:
    """The parts of a nested value, in flattening order."""
    if isinstance(value, Mapping):
        return [value[key] for key in keys_of(value)]
    if _is_attrs(value):
        return [getattr(value, field.name) for field in type(value).__attrs_attrs__]
    if is_composed(value):
        return components_of(value)
    return list(value)


def flatten(structure: Any, composites: bool = True) -> list[Any]:
    """The leaves, dict values by sorted key.

    >>> flatten({"b": [1, 2], "a": 3})
    [3, 1, 2]
    """
    leaves: list[Any] = []
    _collect(structure, leaves, composites)
    return leaves


def _collect(structure: Any, leaves: list[Any], composites: bool) -> None:
    if not is_nested(structure, composites):
        leaves.append(structure)
        return
    for each in children(structure):
        _collect(each, leaves, composites)


def flatten_with_paths(structure: Any, path: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The leaves with their paths of keys and positions."""
    if not is_nested(structure):
        yield path, structure
        return
    for label, child in zip(labels_of(structure), children(structure)):
        yield from flatten_with_paths(child, (*path, label))


def labels_of(structure: Any) -> Sequence[Any]:
    """The keys, names or positions of the children of a nested value."""
    if isinstance(structure, Mapping):
        return keys_of(structure)
    if _is_attrs(structure):
        return [field.name for field in type(structure).__attrs_attrs__]
    if _is_named_tuple(structure):
        fields: tuple[str, ...] = type(structure)._fields
        return fields
    return range(len(structure))


def rebuild(like: Any, parts: Sequence[Any]) -> Any:
    """A value of the same kind with these parts, in flattening order.

    A range, or a view of a mapping, becomes a list.
    """
    kind = cast(Any, kind_of(like))
    if isinstance(like, Mapping):
        values = dict(zip(keys_of(like), parts))
        if kind is dict:
            return {key: values[key] for key in like}
        ordered = [(key, values[key]) for key in like]
        factory = getattr(like, "default_factory", None)
        if hasattr(like, "default_factory"):
            return kind(factory, ordered)
        return kind(ordered)
    if _is_attrs(like):
        return kind(*parts)
    if is_composed(like):
        return with_components(like, parts)
    if _is_named_tuple(like):
        return kind(*parts)
    if isinstance(like, (range, MappingView)):
        return list(parts)  # neither can be made of any parts
    return kind(parts)


def kind_of(value: Any) -> type:
    """The class of a structure; of a tracked list or dict the plain one."""
    kind = type(value)
    plain: type = getattr(kind, "plain_type", kind)
    return plain


def pack(structure: Any, leaves: Sequence[Any], composites: bool = True) -> Any:
    """The structure with its leaves replaced, in flattening order.

    >>> pack({"b": [1, 2], "a": 3}, "xyz")
    {'b': ['y', 'z'], 'a': 'x'}

    Raises:
      ValueError: if there are more or fewer leaves.
    """
    remaining = iter(leaves)
    packed = _pack_from(structure, remaining, composites)
    if next(remaining, remaining) is not remaining:
        raise ValueError(
            f"Structure had {len(flatten(structure, composites))} atoms, but "
            f"{len(leaves)} were given."
        )
    return packed


def _pack_from(structure: Any, leaves: Iterator[Any], composites: bool) -> Any:
    if is_nested(structure, composites):
        parts = [_pack_from(each, leaves, composites) for each in children(structure)]
        return rebuild(structure, parts)
    try:
        return next(leaves)
    except StopIteration:
        raise ValueError("There are fewer leaves than the structure has.") from None


def map_structure(
    function: Callable[..., Any], *structures: Any, composites: bool = True
) -> Any:
    """Applies a function to corresponding leaves.

    >>> map_structure(lambda a, b: a + b, [1, (2,)], [10, (20,)])
    [11, (22,)]

    Raises:
      ValueError: if the structures differ.
    """
    first = structures[0]
    for other in structures[1:]:
        assert_same_structure(first, other, composites=composites)
    columns = zip(*(flatten(each, composites) for each in structures))
    return pack(first, [function(*column) for column in columns], composites)


def same_structure(first: Any, second: Any, check_types: bool = True) -> bool:
    """Whether two values have the same nesting, with None at the same places."""
    return _same(first, second, check_types, lambda a, b: (a is None) == (b is None))


def assert_same_structure(
    first: Any, second: Any, check_types: bool = True, composites: bool = True
) -> None:
    """Does nothing if two values nest in the same way.

    Raises:
      ValueError: if they nest differently.
      TypeError: if they nest alike in different sequence types.
    """
    if _same_nesting(first, second, check_types, composites):
        return
    text = (
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {first}\n\nSecond structure: {second}"
    )
    if check_types and _same_nesting(first, second, False, composites):
        raise TypeError(text)
    raise ValueError(text)


def _same_nesting(first: Any, second: Any, check_types: bool, composites: bool) -> bool:
    return _same(first, second, check_types, lambda a, b: True, composites)


def _same(
    first: Any,
    second: Any,
    check_types: bool,
    alike: Callable[[Any, Any], bool],
    composites: bool = True,
) -> bool:
    if is_nested(first, composites) != is_nested(second, composites):
        return False
    if not is_nested(first, composites):
        return alike(first, second)
    if isinstance(first, Mapping) or isinstance(second, Mapping):
        if not _same_keys(first, second):
            return False
    elif check_types and type(first) is not type(second):
        return False
    left, right = children(first), children(second)
    return len(left) == len(right) and all(
        _same(a, b, check_types, alike, composites) for a, b in zip(left, right)
    )


def _same_keys(first: Any, second: Any) -> bool:
    if not (isinstance(first, Mapping) and isinstance(second, Mapping)):
        return False
    return keys_of(first) == keys_of(second)
