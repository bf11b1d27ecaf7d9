"""`tf.__internal__.nest`: nested structures beside a shallower one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from runtime.tensors.structure import children, is_nested, keys_of, pack, rebuild


def is_mapping(obj: Any) -> bool:
    """Whether it is a mapping."""
    return isinstance(obj, Mapping)


def is_attrs(obj: Any) -> bool:
    """Whether its class is one of `attrs`."""
    return hasattr(type(obj), "__attrs_attrs__")


def sequence_like(instance: Any, args: Sequence[Any]) -> Any:
    """A structure of the kind of `instance` with other parts."""
    return rebuild(instance, list(args))


def list_to_tuple(structure: Any) -> Any:
    """The structure with tuples for its lists.

    >>> tf.__internal__.nest.list_to_tuple([1, {"a": [2]}])
    (1, {'a': (2,)})
    """
    if not is_nested(structure, composites=False):
        return structure
    parts = [list_to_tuple(each) for each in children(structure)]
    return tuple(parts) if isinstance(structure, list) else rebuild(structure, parts)


def flatten_up_to(
    shallow_tree: Any,
    input_tree: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> list[Any]:
    """The parts of the second structure that stand where the first has leaves.

    >>> tf.__internal__.nest.flatten_up_to([0, 0], [[1, 2], 3])
    [[1, 2], 3]

    Raises:
      TypeError, ValueError: if the second does not begin like the first.
    """
    return list(_up_to(shallow_tree, input_tree, expand_composites))


def _up_to(shallow: Any, deep: Any, composites: bool) -> Iterator[Any]:
    if not is_nested(shallow, composites):
        yield deep
        return
    if not is_nested(deep, composites):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. "
            f"Input has type: {type(deep)}."
        )
    if isinstance(shallow, Mapping) and isinstance(deep, Mapping):
        if set(shallow) != set(deep):
            raise ValueError(
                f"The two structures don't have the same keys: {list(shallow)} and "
                f"{list(deep)}."
            )
        pairs = [(shallow[key], deep[key]) for key in keys_of(shallow)]
    else:
        parts, others = children(shallow), children(deep)
        if len(parts) != len(others):
            raise ValueError(
                "The two structures don't have the same sequence length. Input "
                f"structure has length {len(others)}, while shallow structure has "
                f"length {len(parts)}."
            )
        pairs = list(zip(parts, others))
    for part, other in pairs:
        yield from _up_to(part, other, composites)


def map_structure_up_to(
    shallow_tree: Any, func: Callable[..., Any], *inputs: Any, **kwargs: Any
) -> Any:
    """Applies a function to the parts at the leaf positions of the first structure."""
    composites = kwargs.get("expand_composites", False)
    columns = [flatten_up_to(shallow_tree, each, True, composites) for each in inputs]
    results = [func(*each) for each in zip(*columns)]
    return pack(shallow_tree, results, composites)


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """A structure of bools, cut at parts for which the function returns False."""
    answer = traverse_fn(structure)
    if isinstance(answer, bool):
        if not answer or not is_nested(structure, expand_composites):
            return answer
        parts = children(structure)
        answers = [
            get_traverse_shallow_structure(traverse_fn, each, expand_composites)
            for each in parts
        ]
        return rebuild(structure, answers)
    return answer


def yield_flat_paths(
    nest: Any, expand_composites: bool = False
) -> Iterator[tuple[Any, ...]]:
    """The keys and positions that lead to each leaf.

    >>> list(tf.__internal__.nest.yield_flat_paths({"a": [1, 2]}))
    [('a', 0), ('a', 1)]
    """
    if not is_nested(nest, expand_composites):
        yield ()
        return
    parts = children(nest)
    if isinstance(nest, Mapping):
        labels: Sequence[Any] = keys_of(nest)
    else:
        labels = getattr(type(nest), "_fields", range(len(parts)))
    for label, part in zip(labels, parts):
        for path in yield_flat_paths(part, expand_composites):
            yield (label, *path)


__all__ = [
    "flatten_up_to",
    "get_traverse_shallow_structure",
    "is_attrs",
    "is_mapping",
    "list_to_tuple",
    "map_structure_up_to",
    "sequence_like",
    "yield_flat_paths",
]
