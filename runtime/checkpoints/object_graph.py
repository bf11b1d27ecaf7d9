"""The object graph: the objects in a checkpoint, and the keys of their tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphir.wire import messages
from runtime.trackable.base import (
    Trackable,
    TrackableReference,
    descendants,
    has_own_state,
)
from runtime.trackable.python_state import PythonState

ATTRIBUTES: Final = ".ATTRIBUTES"
SLOT: Final = ".OPTIMIZER_SLOT"


@dataclass
class ObjectGraphView:
    """An object and its descendants, breadth first.

    Args:
      root: the object to begin at.
      attached_dependencies: objects that count as children of the root, besides its
        own children.
    """

    root: Any
    attached_dependencies: Sequence[TrackableReference] | None = None

    def children(self, owner: Any, **options: Any) -> dict[str, Any]:
        """The tracked children of an object, by name."""
        found: dict[str, Any] = owner._trackable_children(**options)
        if owner is not self.root or not self.attached_dependencies:
            return found
        return {**found, **{each.name: each.ref for each in self.attached_dependencies}}

    def descendants(self) -> list[Any]:
        """All objects, each once."""
        return [each for each, _ in descendants(self.root, self.children)]

    def with_paths(self) -> list[tuple[Any, tuple[TrackableReference, ...]]]:
        """All objects with their paths."""
        return list(descendants(self.root, self.children))


def escaped(name: str) -> str:
    """A name, escaped as a part of a path.

    >>> escaped("a/b.c")
    'a.Sb..c'
    """
    return name.replace(".", "..").replace("/", ".S")


def path_of(references: Sequence[TrackableReference]) -> str:
    """The path of an object in keys."""
    return "/".join(escaped(each.name) for each in references)


def tensor_key(path: str, name: str) -> str:
    """The key of a tensor of an object.

    >>> tensor_key("model/w", "VARIABLE_VALUE")
    'model/w/.ATTRIBUTES/VARIABLE_VALUE'
    """
    return f"{path}/{ATTRIBUTES}/{escaped(name)}"


@dataclass
class SerializedGraph:
    """The object graph as a message; the tensors by key, in the order of objects."""

    message: Any = field(default_factory=lambda: messages.get("TrackableObjectGraph")())
    tensors: dict[str, Any] = field(default_factory=dict)
    owners: dict[str, Any] = field(default_factory=dict)
    """The object that each tensor is the state of, by key."""


def serialized(view: ObjectGraphView, objects: Sequence[Any] = ()) -> SerializedGraph:
    """The object graph of a view as a message, with the objects' tensors.

    Raises:
      ValueError: for an object that cannot be restored, as a list that was changed
        other than by appending.
    """
    rows = view.with_paths()
    numbers = {id(each): number for number, (each, _) in enumerate(rows)}
    paths = {id(each): path_of(path) for each, path in rows}
    found = SerializedGraph()
    slots = _slot_variables(rows, numbers, paths)
    every = [(each, paths[id(each)]) for each, _ in rows]
    every += [(variable, path) for _, _, _, variable, path in slots]
    # state of Python's comes last in the file, as in TensorFlow's
    of_python: dict[str, Any] = {}
    for each, path in every:
        node = found.message.nodes.add()
        if id(each) in numbers:
            _add_children(node, view.children(each), numbers)
        if isinstance(each, Trackable) and has_own_state(each):
            is_python = isinstance(each, PythonState)
            kept = of_python if is_python else found.tensors
            for key in _add_state(node, each, path, kept):
                found.owners[key] = each
    found.tensors.update(of_python)
    for offset, (optimizer, original, name, _, _) in enumerate(slots):
        found.message.nodes[numbers[id(optimizer)]].slot_variables.add(
            original_variable_node_id=numbers[id(original)],
            slot_name=name,
            slot_variable_node_id=len(rows) + offset,
        )
    mark_values(found.message)
    return found


def _add_children(node: Any, children: dict[str, Any], numbers: dict[int, int]) -> None:
    for name, child in children.items():
        node.children.add(node_id=numbers[id(child)], local_name=name)


def _add_state(node: Any, owner: Any, path: str, tensors: dict[str, Any]) -> list[str]:
    """Notes the state of an object; the keys of its tensors."""
    full_name = getattr(owner, "_shared_name", "")
    state = owner._serialize_to_tensors()
    keys = [tensor_key(path, name) for name in state]
    tensors.update(zip(keys, state.values()))
    whole = [owner._saveable_name] if state else []
    for name in state if owner._saveable_name is None else whole:
        key = tensor_key(path, name)
        node.attributes.add(name=name, full_name=full_name, checkpoint_key=key)
    return keys


def _slot_variables(
    rows: Sequence[tuple[Any, Any]], numbers: dict[int, int], paths: dict[int, str]
) -> list[tuple[Any, Any, str, Any, str]]:
    """Optimizer, variable, name, slot, path: of older optimizers."""
    found = []
    for each, _ in rows:
        # later optimizers have the former and hold their slots as any other variables
        if not hasattr(each, "_create_or_restore_slot_variable"):
            continue
        if not hasattr(each, "get_slot_names"):
            continue
        for name in each.get_slot_names():
            for original, _ in rows:
                slot = _slot(each, original, name)
                if slot is None or id(slot) in numbers:
                    continue
                path = f"{paths[id(original)]}/{SLOT}/{paths[id(each)]}/{escaped(name)}"
                found.append((each, original, name, slot, path))
    return found


def _slot(optimizer: Any, variable: Any, name: str) -> Any:
    try:
        return optimizer.get_slot(variable, name)
    except (AttributeError, KeyError):
        return None  # what is no variable has no slots


def mark_values(message: Any) -> None:
    """Sets for each node whether it, or a node reachable from it, has values."""
    parents: dict[int, list[int]] = {}
    waiting = []
    for number, node in enumerate(message.nodes):
        for child in node.children:
            parents.setdefault(child.node_id, []).append(number)
        for slot in node.slot_variables:
            parents.setdefault(slot.slot_variable_node_id, []).append(number)
        if node.attributes or node.slot_variables or node.HasField("registered_saver"):
            waiting.append(number)
    marked = set(waiting)
    while waiting:
        for parent in parents.get(waiting.pop(), ()):
            if parent not in marked:
                marked.add(parent)
                waiting.append(parent)
    for number, node in enumerate(message.nodes):
        node.has_checkpoint_values.value = number in marked


def node_paths(message: Any) -> dict[int, str]:
    """The names of the nodes in messages: ``(root).layer.w``.

    Unreachable nodes are left out.
    """
    found = {0: "(root)"}
    waiting = [0]
    for number in waiting:
        for child in message.nodes[number].children:
            if child.node_id not in found:
                found[child.node_id] = f"{found[number]}.{child.local_name}"
                waiting.append(child.node_id)
    for number, node in enumerate(message.nodes):
        for slot in node.slot_variables:
            original = found.get(slot.original_variable_node_id, "?")
            title = (
                f"{found.get(number, '?')}'s state '{slot.slot_name}' for {original}"
            )
            found.setdefault(slot.slot_variable_node_id, title)
    return found


__all__ = [
    "ObjectGraphView",
    "SerializedGraph",
    "escaped",
    "mark_values",
    "node_paths",
    "path_of",
    "serialized",
    "tensor_key",
]
