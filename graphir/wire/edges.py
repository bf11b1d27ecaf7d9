"""Edges of nodes that were read: resolves names, checks dtypes, finds an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

from graphir import dtypes
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.ops.contract.registry import op_has
from graphir.wire.node_reading import ReadNode
from graphir.wire.signatures import CallTypes

Resolver = Callable[[str], tuple[int, int]]
"""The text of a data input -> position of the node, index of its output."""


def positions_by_name(nodes: Sequence[ReadNode]) -> dict[str, int]:
    """The position of each name.

    Raises:
      InvalidGraphError: if two nodes share one.
    """
    positions = {read.name: position for position, read in enumerate(nodes)}
    if len(positions) < len(nodes):
        seen: set[str] = set()
        for read in nodes:
            if read.name in seen:
                raise read.wrong("there is another node of this name; rename one.")
            seen.add(read.name)
    return positions


def graph_resolver(positions: dict[str, int]) -> Resolver:
    """Resolves ``"name"`` and ``"name:1"``."""

    def resolve(text: str) -> tuple[int, int]:
        position = positions.get(text)
        if position is not None:
            return position, 0
        name, _, slot = text.rpartition(":")
        position = positions.get(name)
        if position is None or not is_index(slot):
            raise InvalidGraphError(unknown_name(text, positions))
        return position, int(slot)

    return resolve


def is_index(text: str) -> bool:
    """Whether the text is a number small enough to count outputs."""
    return text.isascii() and text.isdecimal() and len(text) < 10


def unknown_name(text: str, positions: dict[str, int]) -> str:
    """The error text for an input that names no node."""
    close: list[str] = []
    if len(positions) <= 2000:
        # comparing is slow: not on graphs of any size
        close = get_close_matches(text.partition(":")[0], positions, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"input {text!r} names no node{hint}"


def link_nodes(
    nodes: Sequence[ReadNode],
    positions: dict[str, int],
    resolve: Resolver,
    results: Mapping[tuple[int, int], DType] | None = None,
) -> None:
    """Resolves the names of all inputs, and checks the edges.

    ``results`` are outputs that a function returns, with the dtypes it declares.

    Raises:
      InvalidGraphError: for an input that does not exist, a data input after a
        control input, a wrong number of inputs, or dtypes that differ.
    """
    for read in nodes:
        try:
            _link(read, positions, resolve)
        except InvalidGraphError as error:
            raise read.wrong(error) from error
    _complete_unknown_ops(nodes, results or {})
    for read in nodes:
        _check_edges(read, nodes)


def _link(read: ReadNode, positions: dict[str, int], resolve: Resolver) -> None:
    sources: list[tuple[int, int]] = []
    controls: list[int] = []
    for text in read.inputs:
        if text.startswith("^"):
            position = positions.get(text[1:])
            if position is None:
                raise InvalidGraphError(unknown_name(text[1:], positions))
            controls.append(position)
        elif controls:
            raise InvalidGraphError(
                f"the data input {text!r} stands after a control input; control "
                "inputs come last."
            )
        else:
            sources.append(resolve(text))
    read.sources, read.controls = tuple(sources), tuple(controls)
    # the message's own list is not needed any more: one object less a node
    read.inputs = ()


def _complete_unknown_ops(
    nodes: Sequence[ReadNode], results: Mapping[tuple[int, int], DType]
) -> None:
    """Gives nodes of unknown ops the outputs that others read."""
    unknown = {i for i, read in enumerate(nodes) if read.facts is None}
    if not unknown:
        return
    found: dict[int, dict[int, DType | None]] = {i: {} for i in unknown}
    for (position, slot), result in results.items():
        if position in unknown:
            found[position][slot] = result
    for read in nodes:
        wanted: Sequence[DType | None] = read.types.inputs or ()
        for index, (position, slot) in enumerate(read.sources):
            if position in unknown:
                dtype = wanted[index] if index < len(wanted) else None
                found[position][slot] = found[position].get(slot) or dtype
    for position, slots in found.items():
        read = nodes[position]
        if max(slots, default=0) > max(len(slots), 1000):
            raise read.wrong(f"its output {max(slots)} is read: a damaged index.")
        shapes = read.attrs.get("_output_shapes")
        shape_count = len(shapes) if isinstance(shapes, list) else 0
        count = max(max(slots, default=-1) + 1, shape_count)
        guess = _guessed_dtype(read.attrs)
        read.types = CallTypes(
            None, tuple(slots.get(slot) or guess for slot in range(count))
        )


def _guessed_dtype(attrs: dict[str, Attr]) -> DType:
    for name in ("dtype", "T", "out_type", "output_type"):
        found = attrs.get(name)
        if isinstance(found, DType):
            return found
    # anything may be in a variant
    return dtypes.variant


def _check_edges(read: ReadNode, nodes: Sequence[ReadNode]) -> None:
    wanted = read.types.inputs
    if wanted is not None and len(wanted) != len(read.sources):
        raise read.wrong(
            f"it has {len(read.sources)} inputs and needs {len(wanted)}: "
            f"{read.facts.signature if read.facts else read.op}"
        )
    for index, (position, slot) in enumerate(read.sources):
        outputs = nodes[position].types.outputs
        if slot >= len(outputs):
            raise read.wrong(
                f"input {index} is output {slot} of {nodes[position]}, which has "
                f"{len(outputs)}, numbered from 0."
            )
        if wanted is None or outputs[slot] is wanted[index]:
            continue
        if outputs[slot].base_dtype is not wanted[index].base_dtype:
            raise read.wrong(
                f"input {index} is {outputs[slot].name} from {nodes[position]}; "
                f"{wanted[index].name} is needed."
            )


def reading_order(nodes: Sequence[ReadNode]) -> Sequence[int]:
    """Positions so that each node comes after its inputs and control inputs.

    Raises:
      InvalidGraphError: naming the nodes of a cycle; cycles through NextIteration are
        allowed.
    """
    if _is_ordered(nodes):
        return range(len(nodes))
    order: list[int] = []
    state = bytearray(len(nodes))  # 0 not seen, 1 on the path, 2 done
    for start in range(len(nodes)):
        stack = [] if state[start] else [start]
        while stack:
            position = stack[-1]
            if state[position]:
                stack.pop()
                if state[position] == 1:
                    state[position] = 2
                    order.append(position)
                continue
            state[position] = 1
            for before in _before(nodes, position):
                if state[before] == 1:
                    raise _cycle_error(nodes, stack, state, before)
                if not state[before]:
                    stack.append(before)
    return order


def _is_ordered(nodes: Sequence[ReadNode]) -> bool:
    return all(
        before < position or _leads_back(nodes[before])
        for position, read in enumerate(nodes)
        for before in _all_before(read)
    )


def _before(nodes: Sequence[ReadNode], position: int) -> Iterable[int]:
    for before in _all_before(nodes[position]):
        if not _leads_back(nodes[before]):
            yield before


def _all_before(read: ReadNode) -> Iterable[int]:
    for before, _ in read.sources:
        yield before
    yield from read.controls


def _leads_back(read: ReadNode) -> bool:
    """Whether its result goes back to the head of a loop: the only legal cycle."""
    return op_has(read.op, "next_iteration")


def _cycle_error(
    nodes: Sequence[ReadNode], stack: list[int], state: bytearray, back_to: int
) -> InvalidGraphError:
    path = [position for position in stack if state[position] == 1]
    cycle = path[path.index(back_to) :]
    shown = [str(nodes[position]) for position in cycle[:8]]
    dots = [] if len(cycle) <= 8 else [f"... {len(cycle) - 8} more"]
    return InvalidGraphError(
        f"The nodes read each other in a circle: {' <- '.join(shown + dots)} <- "
        f"{nodes[back_to].name!r}. Only NextIteration may lead back."
    )
