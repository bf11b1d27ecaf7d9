"""Where the nodes of gradients stand in the names of a graph.

What a tape adds to a graph is named ``gradient_tape/`` and the scope in which the call
was recorded, as TensorFlow does it: the graph tells the ways there and back apart.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from runtime.context import name_scope
from runtime.symbolic_tensor import SymbolicTensor

_NO_SCOPE: Final[AbstractContextManager[Any]] = nullcontext()


_OWN_SCOPE: Final = frozenset(
    {
        "AvgPool",
        "AvgPool3D",
        "Complex",
        "Conj",
        "Cumprod",
        "Cumsum",
        "Imag",
        "MaxPool",
        "MaxPool3D",
        "Pow",
        "Real",
        "Relu6",
        "Sigmoid",
    }
)
"""Ops whose functions open a scope of the node's name, in which nothing else stands."""


_OUTER_SCOPE: Final = frozenset(
    {
        "ConcatV2",
        "ExpandDims",
        "GatherNd",
        "GatherV2",
        "MatrixDiagPartV3",
        "MatrixDiagV3",
        "Pad",
        "PadV2",
        "Reshape",
        "ReverseV2",
        "Roll",
        "ScatterNd",
        "SelectV2",
        "Split",
        "SplitV",
        "Squeeze",
        "Tile",
        "Unpack",
    }
)
"""Ops whose functions open no scope in TensorFlow; what is beside the node counts."""


def scope_on_tape(op: str, tensor: SymbolicTensor) -> str:
    """The scope of the gradient of a call that gives the tensor of a trace now."""
    if op in _OWN_SCOPE:
        return f"gradient_tape/{tensor.value.node.name}/"
    scope = tensor.graph_trace.scope
    if op in _OUTER_SCOPE and scope == f"{tensor.value.node.name}/":
        scope = scope[: scope[:-1].rfind("/") + 1]
    return f"gradient_tape/{scope}"


def rule_scope(scope: str) -> AbstractContextManager[Any]:
    """Under it, nodes are named in exactly that scope; anywhere if it is empty."""
    return name_scope(scope) if scope else _NO_SCOPE
