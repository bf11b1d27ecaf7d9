"""The ops of a SavedModel that read and write its own files, as each model has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

_CHECKPOINT_KERNELS: Final = "runtime.checkpoints.kernels"

Place = tuple[str, str]
"""The function of a node, empty for the main graph, and the name of the node."""


@dataclass
class OwnFiles:
    """The nodes that need no permission, by what they do."""

    savers: set[Place] = field(default_factory=set)
    """Nodes that save and restore the variables, where whoever calls them says."""
    assets: set[Place] = field(default_factory=set)
    """Nodes that read an asset of the model's folder."""

    def __contains__(self, place: object) -> bool:
        return place in self.savers or place in self.assets

    def __bool__(self) -> bool:
        return bool(self.savers or self.assets)

    def __str__(self) -> str:
        parts = [
            f"{len(places)} {'op' if len(places) == 1 else 'ops'} {what}"
            for places, what in (
                (self.savers, "to save and restore its variables"),
                (self.assets, "to read its assets"),
            )
            if places
        ]
        return " and ".join(parts)


def own_files(meta: Any) -> OwnFiles:
    """The nodes of a ``MetaGraphDef`` that use the files of the model alone."""
    library = {each.signature.name: each for each in meta.graph_def.library.function}
    found = OwnFiles()
    nodes = list(_saver_nodes(meta))
    found.savers = {("", each.name) for each in nodes if _saves(each, nodes)}
    for name in _called_by(nodes, library):
        body = library[name]
        saving = [each for each in body.node_def if _saves(each, body.node_def)]
        found.savers.update((name, each.name) for each in saving)
    found.assets = set(_asset_readers(meta, library))
    return found


# --- saving and restoring


def _saver_nodes(meta: Any) -> Iterator[Any]:
    """The nodes that the saver's ends depend on."""
    saver = meta.saver_def
    every = {each.name: each for each in meta.graph_def.node}
    waiting = [saver.save_tensor_name, saver.restore_op_name]
    seen: set[str] = set()
    while waiting:
        name = _node_name(waiting.pop())
        if name in every and name not in seen:
            seen.add(name)
            waiting += every[name].input
            yield every[name]


def _called_by(nodes: Iterable[Any], library: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        for name in {node.op, *_functions_of(node)} & library.keys() - found:
            found.add(name)
            waiting += library[name].node_def
    return found


def _functions_of(node: Any) -> Iterator[str]:
    for attr in node.attr.values():
        yield attr.func.name
        yield from (each.name for each in attr.list.func)


def _saves(node: Any, nodes: Iterable[Any]) -> bool:
    """Whether a node saves or restores at a path that its caller gives.

    A path that the graph knows itself is another matter: that is a file of its choice.
    """
    from graphir.ops.contract.registry import find

    op = find(node.op)
    if op is None or op.kernel_package != _CHECKPOINT_KERNELS:
        return False
    every = {each.name: each for each in nodes}
    waiting, seen = [_path_input(node, op)], set()
    while waiting:
        name = _node_name(waiting.pop())
        maker = every.get(name)
        if maker is None or maker.op.startswith("Placeholder"):
            return True
        if name not in seen:
            seen.add(name)
            waiting += [each for each in maker.input if not each.startswith("^")]
    return False


# --- assets


def _asset_readers(meta: Any, library: dict[str, Any]) -> Iterator[Place]:
    """The nodes that read a file whose path is an asset's, as it is."""
    from graphir.ops.contract.registry import find

    assets = {_node_name(each.tensor_info.name) for each in meta.asset_file_def}
    rows = [("", node, assets) for node in meta.graph_def.node]
    objects = meta.object_graph_def
    for name, bound in objects.concrete_functions.items():
        function = library.get(name)
        if function is None:
            continue
        inputs = reversed(function.signature.input_arg)
        held = {
            each.name
            for each, number in zip(inputs, reversed(bound.bound_inputs))
            if 0 <= number < len(objects.nodes)
            and objects.nodes[number].WhichOneof("kind") == "asset"
        }
        rows += [(name, node, held) for node in function.node_def]
    for owner, node, held in rows:
        op = find(node.op)
        if op is None or not op.path_argument or "reads_files" not in op.all_traits():
            continue
        if _node_name(_path_input(node, op)) in held:
            yield owner, node.name


def _path_input(node: Any, op: Any) -> str:
    names = [each.name for each in op.declared().inputs]
    place = names.index(op.path_argument.split()[0])
    return str(node.input[place]) if place < len(node.input) else ""


def _node_name(text: str) -> str:
    return text.lstrip("^").partition(":")[0]


__all__ = ["OwnFiles", "own_files"]
