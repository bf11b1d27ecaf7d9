"""Saving and restoring a session's variables, as the nodes of a saver describe.

The nodes have names, slices and values; files are written and read here. So a graph
that was loaded from a file reads and writes only the checkpoints that its user names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from runtime.bundles.bundle_writer import SavedTensor, write_bundle
from runtime.bundles.earlier_files import write_earlier
from runtime.bundles.opening import open_checkpoint
from runtime.bundles.slice_specs import slice_spec
from runtime.checkpoints.kernels import restored
from runtime.tracing.graphs import Operation

_SAVING: Final = ("SaveV2", "SaveSlices")


def save_by_nodes(session: Any, saver_def: Any, path: str) -> None:
    """Writes the checkpoint that the nodes of a saver describe.

    Where functions save, and no nodes, they are run; of a graph from a file they are
    refused, unless it was loaded with ``allow={"files"}``.

    Raises:
      FailedPreconditionError: for a variable without value.
    """
    nodes = list(_before(session.graph, saver_def.save_tensor_name, _SAVING))
    if not nodes:
        fed = {saver_def.filename_tensor_name: path}
        session.run(saver_def.save_tensor_name, fed)
        return
    tensors: dict[tuple[str, str], SavedTensor] = {}
    for node in nodes:
        _, names, slices, *values = node.inputs
        found = session.run([names, slices, *values])
        rows = zip(_texts(found[0]), _texts(found[1]), values, found[2:], strict=True)
        for name, text, value, array in rows:
            tensors[name, text] = _saved(name, text, value.dtype, array)
    every = [tensors[key] for key in sorted(tensors)]
    write = write_bundle if nodes[0].type == "SaveV2" else write_earlier
    write(path, every)


def _saved(name: str, text: str, dtype: Any, array: Any) -> SavedTensor:
    if not text:
        return SavedTensor(name, dtype, array)
    spec = slice_spec(text)
    if spec.shape != np.shape(array):
        raise InvalidArgumentError(
            None, None, f"{name!r} has the shape {np.shape(array)}, and not {text!r}."
        )
    return SavedTensor(name, dtype, array, spec.whole, spec.extents)


def restore_by_nodes(session: Any, saver_def: Any, path: str) -> None:
    """Sets variables to a checkpoint's values for the names in the nodes.

    Raises:
      NotFoundError: for a name that the checkpoint does not have.
      InvalidArgumentError: for a value of another dtype or shape.
    """
    nodes = list(_before(session.graph, saver_def.restore_op_name, ("RestoreV2",)))
    reader = open_checkpoint(path)
    fed: dict[str, Any] = {} if nodes else {saver_def.filename_tensor_name: path}
    for node in nodes:
        _, names, slices = node.inputs
        keys, texts = map(_texts, session.run([names, slices]))
        for tensor, key, text in zip(node.outputs, keys, texts, strict=True):
            fed[tensor.name] = restored(reader, key, text, tensor.dtype)
    reader.close()
    session.run(saver_def.restore_op_name, fed)


def _before(graph: Any, name: str, kinds: tuple[str, ...]) -> Iterator[Operation]:
    """The nodes of these ops that a node waits for, itself too."""
    element = graph.as_graph_element(name)
    waiting = [element if isinstance(element, Operation) else element.op]
    seen = {waiting[0].name}
    for node in waiting:
        if node.type in kinds:
            yield node
        others = [*(each.op for each in node.inputs), *node.control_inputs]
        for each in others:
            if each.name not in seen:
                seen.add(each.name)
                waiting.append(each)


def _texts(value: Any) -> list[str]:
    every = np.asarray(value, object).ravel().tolist()
    return [each.decode("utf-8", "surrogateescape") for each in every]


__all__ = ["restore_by_nodes", "save_by_nodes"]
