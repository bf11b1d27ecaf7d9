"""Name scopes of gradient nodes in a graph.

Nodes that a tape adds to a graph are named ``gradient_tape/`` and the scope in which
the call was recorded, as in TensorFlow: this tells backward nodes from forward ones.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from graphir.ops.contract.registry import op_has
from runtime.context import name_scope
from runtime.tensors.symbolic_tensor import SymbolicTensor

_NO_SCOPE: Final[AbstractContextManager[Any]] = nullcontext()


def scope_on_tape(op: str, tensor: SymbolicTensor) -> str:
    """The name scope of the gradient of a call that is being traced.

    ``tensor`` is a result of the call.
    """
    if op_has(op, "function_opens_scope"):
        return f"gradient_tape/{tensor.value.node.name}/"
    scope = tensor.graph_trace.scope
    is_sole_node = scope == f"{tensor.value.node.name}/"
    if is_sole_node and op_has(op, "function_without_scope"):
        scope = scope[: scope[:-1].rfind("/") + 1]
    return f"gradient_tape/{scope}"


def rule_scope(scope: str) -> AbstractContextManager[Any]:
    """A context manager that sets the name scope of nodes; none if it is empty."""
    return name_scope(scope) if scope else _NO_SCOPE
