"""`tf.compat.v1`: names of TensorFlow 1, as far as they have a meaning here.

Layers: names, inputs, io, nn, reductions, sessions, settings, wrapping
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from runtime.compat.v1 import io, nn
from runtime.compat.v1.inputs import placeholder
from runtime.compat.v1.names import MOVED, NAMESPACES, UNCHANGED
from runtime.compat.v1.reductions import (
    argmax,
    argmin,
    reduce_all,
    reduce_any,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.settings import (
    GraphDef,
    disable_eager_execution,
    enable_eager_execution,
    enable_v2_behavior,
    executing_eagerly,
    executing_eagerly_outside_functions,
    get_default_graph,
    set_random_seed,
)
from runtime.compat.v1.wrapping import wrap_function
from runtime.graph_import import import_graph_def
from runtime.graphs import Graph

__all__ = [
    "Graph",
    "GraphDef",
    "Session",
    "argmax",
    "argmin",
    "disable_eager_execution",
    "enable_eager_execution",
    "enable_v2_behavior",
    "executing_eagerly",
    "executing_eagerly_outside_functions",
    "get_default_graph",
    "import_graph_def",
    "io",
    "nn",
    "placeholder",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "set_random_seed",
    "wrap_function",
]


def _places() -> dict[str, tuple[str, str]]:
    """The namespace of `tf` and the name there, by the name here."""
    found = {name: ("", name) for name in f"{UNCHANGED} {NAMESPACES}".split()}
    for namespace, names in MOVED.items():
        for each in names.split():
            old, _, new = each.partition("=")
            found[old] = namespace, new or old
    return found


def __getattr__(name: str) -> Any:
    place = _places().get(name)
    if place is None:
        raise AttributeError(f"module 'runtime.compat.v1' has no attribute {name!r}")
    owner: Any = import_module("runtime")
    for part in filter(None, (place[0], place[1])):
        owner = getattr(owner, part)
    globals()[name] = owner
    return owner


def __dir__() -> list[str]:
    return sorted({*__all__, *_places()})
