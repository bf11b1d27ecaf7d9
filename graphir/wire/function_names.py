"""Names inside a ``FunctionDef``: arguments, results, nodes, edges."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Final

from graphir.function import Function
from graphir.node import Node
from graphir.ops.contract.signature import Arg, Signature

_LETTERS: Final = frozenset(string.ascii_letters)
_KEPT: Final = frozenset(string.ascii_letters + string.digits)


def normalized_name(name: str) -> str:
    """A node's name as the name of an argument or result, as TensorFlow makes it.

    The name starts at the first letter, is lower case, and has ``_`` in place of
    characters that are neither letters nor digits.

    >>> normalized_name("cond/Identity_1/x"), normalized_name("7")
    ('cond_identity_1_x', 'unknown')
    """
    flat = "".join(each if each in _KEPT else "_" for each in name).lower()
    for position, character in enumerate(flat):
        if character in _LETTERS:
            return flat[position:]
    return "unknown"


class FunctionNames:
    """All names of a function's arguments, results and nodes in its message.

    A node or a result may not have the name of an argument; a name in use already gets
    a number.

    >>> from graphir import dtypes
    >>> from graphir.graph import Graph
    >>> from graphir.shapes import SCALAR
    >>> body = Graph("f")
    >>> body.outputs = [body.add_input("X", dtypes.int32, SCALAR)] * 2
    >>> names = FunctionNames(Function("f", body, ["X", "Y"]))
    >>> names.inputs, names.outputs
    (['x'], ['x_0', 'y'])
    """

    def __init__(self, function: Function) -> None:
        arguments = [value.node for value in function.body.inputs]
        taken = _UniqueNames()
        self.inputs = [taken.give(normalized_name(node.name)) for node in arguments]
        results = _UniqueNames(self.inputs)
        self.outputs = [
            results.give(normalized_name(name)) for name in function.output_names
        ]
        self.arguments: dict[Node, str] = dict(zip(arguments, self.inputs, strict=True))
        self.nodes: dict[Node, str] = {
            node: taken.give(node.name)
            for node in function.body
            if node not in self.arguments
        }
        self.signature = _signature(function, self)


class _UniqueNames:
    """Gives each name once; the next one who asks gets a number after it."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._counts = dict.fromkeys(taken, 0)

    def give(self, name: str) -> str:
        if name not in self._counts:
            self._counts[name] = 0
            return name
        while True:
            candidate = f"{name}_{self._counts[name]}"
            self._counts[name] += 1
            if candidate not in self._counts:
                self._counts[candidate] = 0
                return candidate


def _signature(function: Function, names: FunctionNames) -> Signature:
    body = function.body
    is_stateful = any(node.is_stateful for node in names.nodes)
    return Signature(
        function.name,
        tuple(
            Arg(name, value.dtype.base_dtype.signature_name)
            for name, value in zip(names.inputs, body.inputs, strict=True)
        ),
        tuple(
            Arg(name, value.dtype.base_dtype.signature_name)
            for name, value in zip(names.outputs, body.outputs, strict=True)
        ),
        {},
        frozenset({"stateful"} if is_stateful else ()),
    )
