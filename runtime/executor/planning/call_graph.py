"""The call graph of a graph's functions: call sites per function, and recursion."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from graphir.attributes import FunctionRef
from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.contract.registry import signature_of

SMALL = 6
"""A function of at most this many nodes is written out at each of its calls."""


class CallGraph:
    """The calls among the functions that a graph reaches."""

    def __init__(self, graph: Graph) -> None:
        self._functions = graph.functions
        self._sites: dict[str, int] = {}
        self._callees: dict[str, list[str]] = {}
        self._read(graph)
        self._recursive = _members_of_cycles(self._callees)

    def is_inlined(self, name: str) -> bool:
        """Whether the body is written where it is called, not as a function.

        Each body is then written once, however often the others call each other,
        so the text is never longer than the graph.
        """
        if name in self._recursive:
            return False
        if self._sites.get(name, 0) <= 1:
            return True
        return len(self._functions[name].body) <= SMALL and not self._callees[name]

    def _read(self, graph: Graph) -> None:
        waiting = self._note_calls(graph)
        while waiting:
            name = waiting.pop()
            if name in self._callees:
                continue
            function = self._functions.get(name)
            # a missing function is an error only where the call is reached
            called = [] if function is None else self._note_calls(function.body)
            self._callees[name] = called
            waiting.extend(called)

    def _note_calls(self, graph: Graph) -> list[str]:
        names = [name for node in graph for name in called_functions(node)]
        for name in names:
            self._sites[name] = self._sites.get(name, 0) + 1
        return names


def called_functions(node: Node) -> Iterable[str]:
    """The names of the functions among a node's attributes."""
    if not _takes_functions(node.op):
        return ()
    names = []
    for value in node.attrs.values():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, FunctionRef):
                names.append(each.name)
    return names


@cache
def _takes_functions(op: str) -> bool:
    signature = signature_of(op)
    return signature is None or any(
        spec.kind == "func" for spec in signature.attrs.values()
    )


def _members_of_cycles(callees: dict[str, list[str]]) -> set[str]:
    """Recursive functions, and functions that call them."""
    callers: dict[str, list[str]] = {name: [] for name in callees}
    left = {name: len(called) for name, called in callees.items()}
    for name, called in callees.items():
        for each in called:
            callers[each].append(name)
    # whatever calls nothing is taken out, again and again; cycles stay
    leaves = [name for name, count in left.items() if not count]
    while leaves:
        for caller in callers[leaves.pop()]:
            left[caller] -= 1
            if not left[caller]:
                leaves.append(caller)
    return {name for name, count in left.items() if count}
