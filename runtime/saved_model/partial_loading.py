"""Loading of a SavedModel into objects that there are already."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from runtime.context import init_scope
from runtime.saved_model.loading import Given, Loader
from runtime.saved_model.model_files import choose_meta_graph, read_saved_model
from runtime.saved_model.options import LoadOptions
from runtime.stateful_kernels.confinement import check_grants


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
      tags: those of the graph to load; needed where there are several.
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

    Raises:
      ValueError: for a path that there is not.
      NotFoundError, DataLossError: as `tf.saved_model.load`.
    """
    folder = os.fsdecode(os.fspath(export_dir))
    meta = choose_meta_graph(read_saved_model(folder), tags, folder)
    nodes = meta.object_graph_def.nodes
    wanted = filters if isinstance(filters, Mapping) else dict.fromkeys(filters)
    numbers = {path: _number_at(nodes, path) for path in wanted}
    given = {
        numbers[path]: _given(each) for path, each in wanted.items() if each is not None
    }
    with init_scope():
        loader = Loader(meta, folder, options or LoadOptions(), check_grants(()), given)
        loader.load()
    return {path: loader.object_at(number) for path, number in numbers.items()}


def _number_at(nodes: Any, path: str) -> int:
    """The number of the object at a path.

    Raises:
      ValueError: if there is none.
    """
    number = 0
    for name in path.split(".")[1:]:
        found = {each.local_name: each.node_id for each in nodes[number].children}
        if name not in found:
            raise ValueError(f"The SavedModel has no object at {path!r}.")
        number = found[name]
    return number


def _given(each: Any) -> Given:
    return each if isinstance(each, tuple) else (each, None)


__all__ = ["load_partial"]
