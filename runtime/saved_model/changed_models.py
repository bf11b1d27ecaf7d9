"""SavedModels of a loaded model in which a function has another graph."""

from __future__ import annotations

import os
from typing import Any

from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from runtime.saved_model.options import SaveOptions
from runtime.saved_model.saving import save


def save_with_graph(
    model: Any, concrete: Any, graph: Graph, folder: str | os.PathLike[str]
) -> None:
    """Writes a loaded model whose function has another graph with the same ends.

    Variables, tables, assets, the other functions and all signatures stay as they are.
    The loaded model itself then has the new graph too.

    Args:
      model: what `tf.saved_model.load` returned.
      concrete: one of its signatures or concrete functions.
      graph: a graph with the inputs and outputs of the function's own graph, as a copy
        of ``concrete.graph.ir`` that was optimized.
      folder: the folder to write.

    >>> import os, tempfile, graphir
    >>> from runtime.saved_model.changed_models import save_with_graph
    >>> class Adder(tf.Module):
    ...     @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    ...     def add(self, x):
    ...         return x + (2.0 * tf.constant(3.0))
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(Adder(), os.path.join(folder, "before"))
    >>> loaded = tf.saved_model.load(os.path.join(folder, "before"))
    >>> function = loaded.signatures["serving_default"]
    >>> graph = function.graph.ir.copy()
    >>> _ = graphir.optimize_graph(graph)
    >>> save_with_graph(loaded, function, graph, os.path.join(folder, "after"))
    >>> after = tf.saved_model.load(os.path.join(folder, "after"))
    >>> after.signatures["serving_default"](x=tf.constant(1.0))["output_0"].numpy()
    np.float32(7.0)

    Raises:
      InvalidGraphError: for a graph with other inputs or outputs.
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    before = concrete.trace.graph
    for kind in ("inputs", "outputs"):
        old, new = (
            [(value.dtype, value.shape) for value in getattr(each, kind)]
            for each in (before, graph)
        )
        if len(old) != len(new) or not all(map(_fits, old, new)):
            raise InvalidGraphError(
                f"The graph has the {kind} {new}, and those of the function are {old}."
            )
    graph.name = before.name
    concrete.trace.graph = graph
    options = SaveOptions(save_debug_info=True)
    save(model, os.fspath(folder), dict(model.signatures), options)


def _fits(old: tuple[Any, Any], new: tuple[Any, Any]) -> bool:
    return old[0] is new[0] and old[1].is_compatible_with(new[1])


__all__ = ["save_with_graph"]
