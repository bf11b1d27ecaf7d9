"""`tensorflow.python.util.nest`: nested structures, with paths to their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from runtime.internal.nest import (
    flatten_up_to,
    get_traverse_shallow_structure,
    is_attrs,
    is_mapping,
    list_to_tuple,
    map_structure_up_to,
    sequence_like,
    yield_flat_paths,
)
from runtime.tensors import structure as structures
from runtime.tensors.nest import (
    assert_same_structure,
    flatten,
    is_nested,
    map_structure,
    pack_sequence_as,
)


def is_nested_or_composite(seq: Any) -> bool:
    """Whether a value has parts, or components."""
    return structures.is_nested(seq, True)


def is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """Whether a value is of a class with named parts.

    >>> from typing import NamedTuple
    >>> is_namedtuple(NamedTuple("Pair", [("a", int)])(1)), is_namedtuple((1,))
    (True, False)
    """
    return isinstance(instance, tuple) and hasattr(type(instance), "_fields")


def assert_shallow_structure(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> None:
    """Refuses a structure that does not begin like a shallower one.

    >>> assert_shallow_structure([0, 0], [[1, 2], 3])

    Raises:
      TypeError: for containers of other kinds.
      ValueError: for other lengths or keys.
    """
    if not structures.is_nested(shallow_tree, expand_composites):
        return
    if not structures.is_nested(input_tree, expand_composites):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. Input "
            f"has type: {type(input_tree)}."
        )
    is_plain = not (is_mapping(shallow_tree) or is_attrs(shallow_tree))
    kinds = type(shallow_tree), type(input_tree)
    if check_types and is_plain and not issubclass(kinds[1], kinds[0]):
        both = [
            isinstance(each, tuple) and is_namedtuple(each)
            for each in (shallow_tree, input_tree)
        ]
        if not (all(both) and kinds[0]._fields == kinds[1]._fields):
            raise TypeError(
                "The two structures don't have the same sequence type. Input structure "
                f"has type {kinds[1]}, while shallow structure has type {kinds[0]}."
            )
    flatten_up_to(shallow_tree, input_tree, check_types, expand_composites)


def yield_value(iterable: Any) -> Iterator[Any]:
    """The parts of a structure, in its order."""
    yield from structures.children(iterable)


def yield_sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    """The keys or positions of a structure's parts, with the parts.

    >>> list(yield_sorted_items({"b": 1, "a": 2}))
    [('a', 2), ('b', 1)]
    """
    parts = structures.children(iterable)
    if isinstance(iterable, Mapping):
        yield from zip(structures.keys_of(iterable), parts)
        return
    yield from zip(getattr(type(iterable), "_fields", range(len(parts))), parts)


def flatten_with_tuple_paths(
    structure: Any, expand_composites: bool = False
) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves with their paths.

    >>> flatten_with_tuple_paths({"a": [5, 6]})
    [(('a', 0), 5), (('a', 1), 6)]
    """
    paths = yield_flat_paths(structure, expand_composites)
    return list(zip(paths, structures.flatten(structure, expand_composites)))


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """The leaves with their paths as text.

    >>> flatten_with_joined_string_paths({"a": [5]})
    [('a/0', 5)]
    """
    found = flatten_with_tuple_paths(structure, expand_composites)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def flatten_with_tuple_paths_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> list[tuple[tuple[Any, ...], Any]]:
    """The parts at the leaves of a shallower structure, with their paths."""
    paths = yield_flat_paths(shallow_tree, expand_composites)
    values = flatten_up_to(shallow_tree, input_tree, check_types, expand_composites)
    return list(zip(paths, values))


def map_structure_with_tuple_paths(
    func: Callable[..., Any], *structure: Any, **kwargs: Any
) -> Any:
    """Applies a function to each path and the leaves at this path.

    >>> map_structure_with_tuple_paths(lambda path, leaf: (*path, leaf), {"a": 1})
    {'a': ('a', 1)}
    """
    return map_structure_with_tuple_paths_up_to(
        structure[0], func, *structure, **kwargs
    )


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """As `map_structure_with_tuple_paths`, at the leaves of a shallower structure.

    Raises:
      ValueError: without structures.
    """
    if not inputs:
        raise ValueError("Argument `inputs` is empty. Cannot map over no sequences.")
    composites = kwargs.pop("expand_composites", False)
    check_types = kwargs.pop("check_types", True)
    for each in inputs:
        assert_shallow_structure(shallow_tree, each, check_types, composites)
    columns = [
        flatten_up_to(shallow_tree, each, check_types, composites) for each in inputs
    ]
    paths = yield_flat_paths(shallow_tree, composites)
    results = [func(*each, **kwargs) for each in zip(paths, *columns)]
    return structures.pack(shallow_tree, results, composites)


def map_structure_with_paths(
    func: Callable[..., Any], *structure: Any, **kwargs: Any
) -> Any:
    """Applies a function to each path as text and the leaves at this path."""

    def call(path: tuple[Any, ...], *leaves: Any, **more: Any) -> Any:
        return func("/".join(map(str, path)), *leaves, **more)

    return map_structure_with_tuple_paths(call, *structure, **kwargs)


__all__ = [
    "assert_same_structure",
    "assert_shallow_structure",
    "flatten",
    "flatten_up_to",
    "flatten_with_joined_string_paths",
    "flatten_with_tuple_paths",
    "flatten_with_tuple_paths_up_to",
    "get_traverse_shallow_structure",
    "is_attrs",
    "is_mapping",
    "is_namedtuple",
    "is_nested",
    "is_nested_or_composite",
    "list_to_tuple",
    "map_structure",
    "map_structure_up_to",
    "map_structure_with_paths",
    "map_structure_with_tuple_paths",
    "map_structure_with_tuple_paths_up_to",
    "pack_sequence_as",
    "sequence_like",
    "yield_flat_paths",
    "yield_sorted_items",
    "yield_value",
]
