"""A restoration: binds objects of a program to the nodes of a saved object graph.

An object is restored when it is bound to a node: at once, or, if it does not exist yet,
when it is assigned to its attribute.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from graphir import dtypes
from graphir.errors import (
    DataLossError,
    InvalidArgumentError,
    ParseError,
    UnimplementedError,
)
from graphir.wire import messages
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY
from runtime.bundles.opening import Reader
from runtime.checkpoints.object_graph import node_paths
from runtime.context import eager_mode
from runtime.messages.logs import get_logger
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import wrap
from runtime.trackable.base import VARIABLE_VALUE, Trackable, has_own_state


class Restoration:
    """One reading of one checkpoint, for objects that exist or are made later.

    Raises:
      DataLossError: for an object graph that is damaged.
    """

    def __init__(self, reader: Reader, skip_slots: bool = False) -> None:
        self.reader = reader
        self.graph = read_object_graph(reader)
        self._references: dict[int, Any] = {}
        self._numbers: set[int] = set()
        self.unused_attributes: dict[int, list[str]] = {}
        self.slots: dict[int, list[tuple[int, str, int]]] = {}
        """By the node of a variable: optimizer, name and node of slots that wait."""
        self._skip_slots = skip_slots
        self._watch = _Watch(self.graph, self._numbers)
        weakref.finalize(self, self._watch.end).atexit = False

    # --- binding

    def object_of(self, number: int) -> Any:
        """The object bound to a node, or None; the reference is weak."""
        found = self._references.get(number)
        return found() if isinstance(found, weakref.ref) else found

    @property
    def bound(self) -> dict[int, Any]:
        """The objects that live, by the number of their node."""
        found = {number: self.object_of(number) for number in self._references}
        return {number: each for number, each in found.items() if each is not None}

    @property
    def count(self) -> int:
        """The number of bound nodes."""
        return len(self._numbers)

    def _note(self, number: int, target: Any) -> None:
        self._numbers.add(number)
        try:
            self._references[number] = weakref.ref(target)
        except TypeError:
            self._references[number] = target  # tuples have no weak references

    def bind(
        self, number: int, target: Any, attached: dict[str, Any] | None = None
    ) -> None:
        """Restores an object from a node, and its tracked objects from the child nodes.

        ``attached`` are objects by name that count as children of the object.
        """
        waiting = deque([(number, target)])
        while waiting:
            number, target = waiting.popleft()
            known = self.object_of(number)
            if known is not None:
                if known is not target:
                    _warn_of_two(known, target)
                continue
            self._note(number, target)
            self._restore_state(number, target)
            waiting.extend(self._children(number, target, attached or {}))
            attached = None
            self._restore_slots(number, target)

    def _children(
        self, number: int, target: Any, attached: dict[str, Any]
    ) -> Iterable[tuple[int, Any]]:
        node = self.graph.nodes[number]
        if not node.children:
            return
        target._maybe_initialize_trackable()
        present = target._trackable_children()
        for child in node.children:
            found = attached.get(child.local_name)
            if found is None:
                found = target._lookup_dependency(child.local_name, present)
            if found is not None:
                yield child.node_id, found
                continue
            deferred = target._deferred_dependencies
            deferred.setdefault(child.local_name, []).append((self, child.node_id))

    def _restore_state(self, number: int, target: Any) -> None:
        node = self.graph.nodes[number]
        if not node.attributes:
            return
        functions = getattr(target, "_saveable_functions", None)
        if functions is not None:
            self._restore_by_functions(node, functions)
            return
        if not isinstance(target, Trackable) or not has_own_state(target):
            self.unused_attributes[number] = [each.name for each in node.attributes]
            return
        expected = _dtypes(target)
        tensors, unused = {}, []
        for each in node.attributes:
            keys = _keys_of(each, target, expected)
            if not keys:
                unused.append(each.name)
            for name, key in keys.items():
                tensors[name] = self._tensor(key, expected[name])
        if unused:
            self.unused_attributes[number] = unused
        if tensors:
            # values are given now, also while a function is traced
            with eager_mode():
                target._restore_from_tensors(tensors)
        else:
            target._miss_state(unused)

    def _restore_by_functions(self, node: Any, functions: dict[str, Any]) -> None:
        """Restores an object by two functions of a SavedModel.

        The first returns the keys of the object's tensors, the second restores them.
        """
        for each in node.attributes:
            if each.name in functions:
                save, restore = functions[each.name]
                rows = save(convert_to_tensor(each.checkpoint_key))
                keys = [row["name"].numpy().decode() for row in rows]
                restore.call_with(
                    [wrap(self.reader.read(k), self.reader.dtype(k)) for k in keys]
                )

    def _tensor(self, key: str, dtype: Any) -> Any:
        found = self.reader.dtype(key)
        if found is dtypes.variant:
            raise UnimplementedError(
                None,
                None,
                f"The state {key!r} is a variant, which only TensorFlow can read, such "
                "as the position of its iterators: restore with a `Checkpoint` that "
                "does not hold this object.",
            )
        if found is not dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"tensor_name = {key}; expected dtype {dtype.signature_name} does not "
                f"equal original dtype {found.signature_name} [Op:RestoreV2]",
            )
        return wrap(self.reader.read(key), found)

    # --- slot variables of older optimizers

    def _restore_slots(self, number: int, target: Any) -> None:
        if self._skip_slots:
            return
        for slot in self.graph.nodes[number].slot_variables:
            row = number, slot.slot_name, slot.slot_variable_node_id
            self.slots.setdefault(slot.original_variable_node_id, []).append(row)
            self._make_slots(slot.original_variable_node_id)
        self._make_slots(number)

    def _make_slots(self, variable: int) -> None:
        """Lets optimizers make the slots of a variable, once both are there."""
        owner = self.object_of(variable)
        if owner is None:
            return
        rows = self.slots.pop(variable, [])
        for optimizer, name, node in rows:
            maker = self.object_of(optimizer)
            if maker is None:
                self.slots.setdefault(variable, []).append((optimizer, name, node))
                continue
            maker._create_or_restore_slot_variable(
                slot_variable_position=SlotPosition(self, node),
                slot_name=name,
                variable=owner,
            )

    # --- what was found

    def expect_partial(self) -> None:
        """Silences warnings about unused values."""
        self._watch.is_silent = True

    def unresolved(self) -> list[tuple[str, Any]]:
        """The names and nodes with values to which no object was bound."""
        names = node_paths(self.graph)
        return [
            (names.get(number, "(unreachable)"), node)
            for number, node in enumerate(self.graph.nodes)
            if node.attributes and number not in self._numbers
        ]


class SlotPosition:
    """The checkpoint position of a slot variable, as optimizers receive it."""

    def __init__(self, restoration: Restoration, number: int) -> None:
        self.checkpoint = restoration
        self.proto_id = number

    def restore(self, trackable: Any, reader: Any = None) -> None:
        """Restores a variable from the node."""
        self.checkpoint.bind(self.proto_id, trackable)

    def is_simple_variable(self) -> bool:
        """Whether the node has one value and no children."""
        node = self.checkpoint.graph.nodes[self.proto_id]
        return not node.children and len(node.attributes) == 1

    def value_tensors(self, shape_and_slices: Any = None) -> dict[str, Any]:
        """The values of the node, by name."""
        reader = self.checkpoint.reader
        return {
            each.name: wrap(
                reader.read(each.checkpoint_key), reader.dtype(each.checkpoint_key)
            )
            for each in self.checkpoint.graph.nodes[self.proto_id].attributes
        }


class _Watch:
    """Warns when a restoration ends and values of it were never used."""

    def __init__(self, graph: Any, numbers: set[int]) -> None:
        self.is_silent = False
        self._graph = graph
        self._numbers = numbers

    def end(self) -> None:
        """Runs when the restoration has been garbage-collected."""
        if self.is_silent:
            return
        names = node_paths(self._graph)
        unused = [
            names.get(number, "(unreachable)")
            for number, node in enumerate(self._graph.nodes)
            if node.attributes and number not in self._numbers
        ]
        if not unused:
            return
        warn = get_logger().warning
        warn(
            "Detecting that an object or model or tf.train.Checkpoint is being deleted "
            "with unrestored values. See the following logs for the specific values in "
            "question. To silence these warnings, use `status.expect_partial()`. See "
            "https://www.tensorflow.org/api_docs/python/tf/train/Checkpoint#restore"
            "for details about the status object returned by the restore function."
        )
        for name in unused:
            warn(
                "Value in checkpoint could not be found in the restored object: %s",
                name,
            )


def read_object_graph(reader: Reader) -> Any:
    """The object graph of a checkpoint, checked: children are nodes of it.

    Raises:
      DataLossError: for a damaged graph.
      NotFoundError: if the checkpoint has no object graph.
    """
    data = reader.read(OBJECT_GRAPH_KEY)
    try:
        if data.dtype != object or data.ndim:
            raise ParseError("the object graph is no string")
        graph = messages.parse("TrackableObjectGraph", data[()])
    except ParseError as error:
        raise DataLossError(None, None, f"{reader.prefix}: {error}") from None
    count = len(graph.nodes)
    for number, node in enumerate(graph.nodes):
        named = [each.node_id for each in node.children]
        for slot in node.slot_variables:
            named += [slot.original_variable_node_id, slot.slot_variable_node_id]
        if any(not 0 <= each < count for each in named):
            raise DataLossError(
                None,
                None,
                f"{reader.prefix}: node {number} of the object graph names a node "
                f"that there is not among {count}.",
            )
    return graph


def _keys_of(
    attribute: Any, target: Trackable, expected: Mapping[str, Any]
) -> dict[str, str]:
    """The keys of the parts of a state that an attribute of a node has, by name."""
    name, key = attribute.name, attribute.checkpoint_key
    if name == target._saveable_name:
        # parts of one attribute have keys that go on from its own
        return {each: key + each.removeprefix(name) for each in expected}
    now = target._earlier_state_names.get(name, name)
    return {now: key} if now in expected else {}


def _dtypes(target: Any) -> dict[str, Any]:
    """The dtypes of the state of an object, by name."""
    storage = getattr(target, "storage", None)
    if storage is not None:
        # a variable may have no value yet, and may be stored in another dtype
        return {VARIABLE_VALUE: getattr(target, "dtype_in_files", storage.dtype)}
    with eager_mode():
        tensors = target._serialize_to_tensors()
    return {name: each.dtype for name, each in tensors.items()}


def _warn_of_two(known: Any, target: Any) -> None:
    get_logger().warning(
        "Inconsistent references when loading the checkpoint into this object graph. "
        "For example, in the saved checkpoint object, `model.layer.weight` and "
        "`model.layer_copy.weight` reference the same variable, while in the current "
        "object these are two different variables. The referenced variables are:(%s "
        "and %s).",
        known,
        target,
    )


__all__ = ["Restoration", "SlotPosition", "read_object_graph"]
