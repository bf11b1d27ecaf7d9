"""`init_from_checkpoint`: variables that start with what a checkpoint holds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from runtime.checkpoints.reader import CheckpointReader, load_checkpoint
from runtime.checkpoints.state_file import latest_checkpoint
from runtime.compat.v1.graph_variables import GraphVariable
from runtime.compat.v1.variable_scopes import variable_store
from runtime.tracing.graphs import default_graph
from runtime.variables.resource import ResourceVariable

_Target: TypeAlias = str | ResourceVariable


def init_from_checkpoint(
    ckpt_dir_or_file: str | os.PathLike[str],
    assignment_map: Mapping[str, _Target] | Iterable[tuple[str, _Target]],
) -> None:
    """Changes the initializers of variables: they read a checkpoint.

    Args:
      ckpt_dir_or_file: the prefix of a checkpoint, or a folder, of which the latest is
        taken.
      assignment_map: names in the checkpoint, each with a variable or its name; a name
        that ends with a slash stands for all variables of a scope, and is paired with
        another, ``"/"`` with all.

    >>> import os, tempfile
    >>> prefix = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.get_variable("w", initializer=3.0)
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     _ = tf.compat.v1.train.Saver().save(session, prefix)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     with tf.compat.v1.variable_scope("model"):
    ...         v = tf.compat.v1.get_variable("w", [])
    ...     tf.compat.v1.train.init_from_checkpoint(prefix, {"/": "model/"})
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(v)
    np.float32(3.0)

    Raises:
      RuntimeError: eagerly.
      ValueError: for a name that is not in the checkpoint, a name of no variable that
        ends without a slash, or another shape.
      NotImplementedError: for variables in parts, and for those of no graph.
      NotFoundError: without a checkpoint.
    """
    default_graph()
    name = os.fspath(ckpt_dir_or_file)
    reader = load_checkpoint(name)
    prefix = (latest_checkpoint(name) if os.path.isdir(name) else name) or name
    pairs = (
        assignment_map.items()
        if isinstance(assignment_map, Mapping)
        else assignment_map
    )
    for stored, target in sorted(pairs, key=lambda pair: pair[0]):
        for variable, key in _matched(stored, target, reader):
            _check(variable, key, reader)
            variable.start_with_stored(prefix, key)


def _matched(
    stored: str, target: _Target, reader: CheckpointReader
) -> Iterator[tuple[Any, str]]:
    """Each variable, with its name in the checkpoint."""
    if not isinstance(target, str):
        yield target, stored
        return
    known = variable_store()
    if target in known:
        yield known[target], stored
        return
    if not stored.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {target} should map to scope only "
            f"{stored}. Should be 'scope/': 'other_scope/'."
        )
    scope, root = target.rpartition("/")[0], stored.removesuffix("/")
    for name in sorted(known):
        if not scope or name.startswith(f"{scope}/"):
            rest = name.removeprefix(f"{scope}/") if scope else name
            yield known[name], f"{root}/{rest}" if root else rest


def _check(variable: Any, key: str, reader: CheckpointReader) -> None:
    if not isinstance(variable, GraphVariable):
        raise NotImplementedError(
            "init_from_checkpoint takes whole variables of a graph, not "
            f"{type(variable).__name__}."
        )
    shapes = reader.get_variable_to_shape_map()
    name = variable.name.partition(":")[0]
    if key not in shapes:
        raise ValueError(f"Tensor {key} ({name}) is not found in the checkpoint.")
    if not variable.shape.is_compatible_with(shapes[key]):
        raise ValueError(
            f"Shape of variable {name} ({variable.shape}) doesn't match with shape of "
            f"tensor {key} ({shapes[key]}) from checkpoint reader."
        )


__all__ = ["init_from_checkpoint"]
