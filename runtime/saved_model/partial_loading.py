"""Loading of parts of a SavedModel, also into existing objects."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from graphir.wire.garbage import collection_paused
from runtime.context import eager_mode
from runtime.saved_model.loading import Loader
from runtime.saved_model.model_files import find_meta_graph, read_saved_model
from runtime.saved_model.object_makers import Given
from runtime.saved_model.options import LoadOptions
from runtime.stateful_kernels.confinement import check_grants
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import TrackableDataStructure

_ROOT: Final = 0


def load_partial(
    export_dir: Any,
    filters: Any,
    tags: Iterable[str] | None = None,
    options: LoadOptions | None = None,
) -> dict[str, Any]:
    """The objects at paths of a SavedModel, such as ``root.layers``, by path.

    Args:
      export_dir: the folder of the model.
      filters: paths, or a dictionary from paths to None or to an object that takes the
        place of the saved one: alone, or with a function that sets the objects below
        it: ``(object, set(object, name, child))``.
      tags: the tags of the graph to load; required if the model has several graphs.
      options: a ``LoadOptions``.

    >>> import os, tempfile
    >>> class Holder(tf.Module):
    ...     def __init__(self):
    ...         self.size = tf.Variable(3)
    >>> path = os.path.join(tempfile.mkdtemp(), "holder")
    >>> tf.saved_model.save(Holder(), path)
    >>> mine = tf.Variable(0)
    >>> loaded = tf.__internal__.saved_model.load_partial(path, {"root.size": mine})
    >>> loaded["root.size"] is mine, mine.numpy()
    (True, np.int32(3))

    Only these objects and their descendants are made; only their variables are read.

    Raises:
      ValueError: for a path that is not in the model, and for a function that captures
        an object outside of the requested ones.
      TypeError: for a replacement that cannot hold state.
      NotFoundError, DataLossError: as `tf.saved_model.load`.
    """
    folder = os.fsdecode(os.fspath(export_dir))
    meta = find_meta_graph(read_saved_model(folder), tags, folder)
    nodes = meta.object_graph_def.nodes
    asked = filters if isinstance(filters, Mapping) else dict.fromkeys(filters)
    numbers = {path: _number_at(nodes, path) for path in asked}
    given = {
        numbers[path]: _given(path, each)
        for path, each in asked.items()
        if each is not None
    }
    if _ROOT in numbers.values():
        wanted = None
        _held(nodes, [_ROOT], given)
    else:
        wanted = _held(nodes, numbers.values(), given)
        _check_captures(meta.object_graph_def, wanted)
    with eager_mode(), collection_paused():
        allowed = check_grants(())
        options = options or LoadOptions()
        loader = Loader(meta, folder, options, allowed, given, wanted)
        loader.load()
    return {path: loader.object_at(number) for path, number in numbers.items()}


def _number_at(nodes: Any, path: str) -> int:
    """The number of the object at a path.

    Raises:
      ValueError: if there is none.
    """
    first, *names = path.split(".")
    if first != "root":
        raise ValueError(f"A path of a SavedModel begins with 'root'. Got {path!r}.")
    number = _ROOT
    for name in names:
        found = {each.local_name: each.node_id for each in nodes[number].children}
        if name not in found:
            raise ValueError(f"The SavedModel has no object at {path!r}.")
        number = found[name]
    return number


def _given(path: str, each: Any) -> Given:
    found: Given = each if isinstance(each, tuple) else (each, None)
    if not isinstance(found[0], Trackable):
        raise TypeError(
            f"The replacement of {path!r} must be an object that can hold state "
            f"('trackable'), such as a tf.Variable or tf.Module. Got {found[0]!r}."
        )
    return found


def _held(
    nodes: Any, numbers: Iterable[int], given: dict[int, Given]
) -> frozenset[int]:
    """The objects with these numbers and all their descendants.

    Children of a replacement also replace the saved children with the same names.
    """
    waiting = [*numbers]
    found = set(waiting)
    while waiting:
        number = waiting.pop(0)
        for each in nodes[number].children:
            if number in given and each.node_id not in given:
                _give_held(number, each, given)
        fresh = {*_references(nodes[number])} - found
        found |= fresh
        waiting += sorted(fresh)
    return frozenset(found)


def _references(node: Any) -> Iterator[int]:
    """The children of an object, and the functions that save and restore it."""
    for each in node.children:
        yield each.node_id
    for each in node.saveable_objects.values():
        yield each.save_function
        yield each.restore_function


def _give_held(number: int, child: Any, given: dict[int, Given]) -> None:
    owner, set_child = given[number]
    owner._maybe_initialize_trackable()
    held = owner._lookup_dependency(child.local_name)
    if held is None:
        return
    # what gathers attributes is there already, and nothing is set in it again
    keeps = isinstance(held, TrackableDataStructure)
    given[child.node_id] = (held, _leave if keeps else set_child)


def _leave(owner: Any, name: str, child: Any) -> None:
    """Sets nothing."""


def _check_captures(graph: Any, wanted: frozenset[int]) -> None:
    """Raises:
    ValueError: if a function needs an object that is not among the wanted.
    """
    for number in wanted:
        for name in _traces(graph.nodes[number]):
            if name not in graph.concrete_functions:
                continue  # the loader says so
            for bound in graph.concrete_functions[name].bound_inputs:
                if bound not in wanted and 0 <= bound < len(graph.nodes):
                    raise ValueError(
                        "Unable to partially load SavedModel: a function that is asked "
                        f"for, {name!r}, needs {_path_to(graph.nodes, bound)!r}, which "
                        "is not. Include this path in the filter."
                    )


def _traces(node: Any) -> Iterable[str]:
    kind = node.WhichOneof("kind")
    if kind == "function":
        return list(node.function.concrete_functions)
    if kind == "bare_concrete_function":
        return [node.bare_concrete_function.concrete_function_name]
    return []


def _path_to(nodes: Any, wanted: int) -> str:
    """A shortest path to an object."""
    paths = {_ROOT: "root"}
    waiting = [_ROOT]
    while waiting and wanted not in paths:
        number = waiting.pop(0)
        for each in nodes[number].children:
            if each.node_id not in paths:
                paths[each.node_id] = f"{paths[number]}.{each.local_name}"
                waiting.append(each.node_id)
    return paths.get(wanted, f"object {wanted}")


__all__ = ["load_partial"]
