"""Gradient rules that a SavedModel has as functions, for the nodes that name them.

A tensor of its node's graph that a rule reads becomes an input of the node: so each
copy of the node has the tensor, and no pass removes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.errors import InvalidGraphError
from graphir.function import Function as IRFunction
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.gradients.backward.rules import RULES_BY_NAME, RuleName
from runtime.gradients.custom_gradients import next_rule_name
from runtime.saved_model.gradient_functions import SavedCapture
from runtime.saved_model.loaded_functions import concrete_function
from runtime.tracing.gradient_overrides import GRADIENT_NAME

_UNSAVED: Final = b"-unsaved"


class LoadedGradient:
    """A gradient rule: the traced function, and the sources of its captures."""

    def __init__(self, function: IRFunction, message: Any, count: int) -> None:
        self._function = function
        self._message = message
        self._count = count
        """How many results, and inputs, the node was saved with."""
        self.captured: list[Any] = []
        """Numbers of inputs of the node, and pairs of a tensor and its variable."""
        self._made: Any = None

    def __call__(self, op: Any, *d_outputs: Any) -> list[Any]:
        """The gradients of the node's inputs."""
        inside = op.inputs
        captures = [
            inside[each] if isinstance(each, int) else each[0] for each in self.captured
        ]
        found = self._concrete().call_with_captures(
            list(d_outputs[: self._count]), captures
        )
        return [*found, *[None] * (len(inside) - self._count)]

    def _concrete(self) -> Any:
        if self._made is None:
            pairs = [
                (None, None) if isinstance(each, int) else each
                for each in self.captured
            ]
            self._made = concrete_function(self._function, self._message, pairs, None)
        return self._made


class GradientLoader:
    """The rules of one model.

    Args:
      names: names of rules, which nodes refer to -> names of functions in the file.
      functions: names of traced functions in the file -> their messages.
      library: all functions, under their names in this process.
      fresh: names of functions in the file -> names in this process.
      places: numbers of saved objects -> the tensors of functions that they stand for.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        functions: Mapping[str, Any],
        library: Any,
        fresh: Mapping[str, str],
        places: Mapping[int, SavedCapture],
    ) -> None:
        self._names = names
        self._messages = functions
        self._library = library
        self._fresh = fresh
        self._places = places
        self.rules: list[tuple[LoadedGradient, list[Any]]] = []
        """Each with inputs of its node, and numbers of objects that are captured."""

    def give_rules(self) -> None:
        """Replaces each rule name on a node by a new name with a rule for this node."""
        for saved, fresh in self._fresh.items():
            function = self._library.get(fresh)
            if function is None:
                continue
            body = _Body(saved, function.body)
            for node in function.body.nodes:
                name = node.attrs.get(GRADIENT_NAME)
                if isinstance(name, bytes):
                    node.attrs[GRADIENT_NAME] = self._named(name, node, body)

    def _named(self, name: bytes, node: Node, body: _Body) -> bytes:
        rule = self._rule(name.decode("utf-8", "replace"), node, body)
        if rule is not None:
            found = RuleName(next_rule_name())
            found.rule = rule
            return found
        # rules of this process are no matter of files
        return name + _UNSAVED if name in RULES_BY_NAME else name

    def _rule(self, name: str, node: Node, body: _Body) -> LoadedGradient | None:
        saved = self._names.get(name, "")
        function = self._library.get(self._fresh.get(saved, ""))
        message = self._messages.get(saved)
        if function is None or message is None or body.has_taken(saved, message):
            return None
        count = len(node.inputs)
        read: list[Any] = []
        for number in message.bound_inputs:
            place = self._places.get(number)
            value = number if place is None else body.value(place, node)
            if value is None:
                return None
            read.append(value)
        rule = LoadedGradient(function, message, count)
        self.rules.append(
            (rule, [_input_of(node, v) if isinstance(v, Value) else (v,) for v in read])
        )
        return rule


class _Body:
    """The graph of a function, in which rules find the tensors that they read."""

    def __init__(self, saved_name: str, graph: Graph) -> None:
        self._saved_name = saved_name
        self._graph = graph
        self._positions: dict[Node, int] = {}
        self._taken: set[str] = set()

    def has_taken(self, rule: str, message: Any) -> bool:
        """Whether another node of this graph already uses a rule with captures.

        Only a crafted file has a second node, which could make loading quadratic.
        """
        if not message.bound_inputs:
            return False
        if rule in self._taken:
            return True
        self._taken.add(rule)
        return False

    def value(self, place: SavedCapture, node: Node) -> Value | None:
        """The tensor that a rule reads, if it is or can become an input of the node."""
        if place.function != self._saved_name:
            return None
        try:
            value = self._graph.value(place.name)
        except InvalidGraphError:
            return None
        can_take = node.op == "IdentityN" and self._comes_before(value.node, node)
        return value if can_take or value in node.inputs else None

    def _comes_before(self, first: Node, second: Node) -> bool:
        if not self._positions:
            self._positions = {each: n for n, each in enumerate(self._graph)}
        return self._positions[first] < self._positions[second]


def _input_of(node: Node, value: Value) -> int:
    """The number of the input that has that value; a new one where none has."""
    if value in node.inputs:
        return node.inputs.index(value)
    number = len(node.inputs)
    node.set_inputs([*node.inputs, value])
    node.outputs = (*node.outputs, Value(node, number, value.dtype, value.shape))
    node.attrs["T"] = [each.dtype for each in node.inputs]
    return number


def resolved(parts: Sequence[Any], captured: Any) -> list[Any]:
    """The captures of a rule, with numbers of saved objects replaced by tensors.

    ``captured`` maps the number of a saved object to its tensor and its variable.
    """
    return [each if isinstance(each, int) else captured(each[0]) for each in parts]


__all__ = ["GradientLoader", "LoadedGradient", "resolved"]
