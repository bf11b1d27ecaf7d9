"""Function bodies compiled to native code, with real branches and loops.

Lowering a node makes terms. Code is emitted where values must exist: for results, and
before branches and loops. Numbers are registers, small arrays lie on the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from graphir.dtypes import variant
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from runtime.executor.planning.plan import Plan, function_roots, make_plan
from runtime.native.bodies.lists import Listed, Storage
from runtime.native.llvm.element_types import BOOL
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.llvm.interrupts import Watch
from runtime.native.loops.nests import Nest
from runtime.native.loops.rows import find_row
from runtime.native.loops.stage_code import emit_stage
from runtime.native.lowering.nodes import Lowering, lower
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.scopes import Scope
from runtime.native.terms.stage_shapes import reached_anchors
from runtime.native.terms.stages import StagePlan, plan_stages
from runtime.native.terms.terms import (
    Apply,
    Called,
    Held,
    Joined,
    Reduced,
    Reshaped,
    Row,
    Table,
    Term,
)

STACK_BYTES: Final = 1 << 18
"""All small arrays of a region together."""
LEAST_SCRATCH: Final = 1 << 12
"""An array of more bytes lies in memory that the region's caller has."""
SCRATCH_BYTES: Final = 1 << 25
"""All arrays in the caller's memory together."""
MOST_CALLS: Final = 1000
"""A function is written out at each of its calls: that may be exponentially often."""
MOST_DEPTH: Final = 40
"""Functions that call each other deeper than this are left to Python."""


@dataclass(slots=True)
class Bodies:
    """State shared by all bodies of one region."""

    lowering: Lowering
    functions: FunctionLibrary
    scratch: str = ""
    """The register with the address of the caller's memory."""
    stack_bytes: int = 0
    scratch_bytes: int = 0
    calls: int = 0
    watch: Watch | None = None
    """The iteration counter of the region's loops; None without loops."""
    open_loops: int = 0
    """The loops that are being written, one in the other."""
    work: dict[str, int] = field(default_factory=dict)
    """Function name -> estimated work of a call."""
    plans: dict[str, Plan] = field(default_factory=dict)

    def plan_of(self, name: str) -> Plan:
        """The nodes of a function's body, in order."""
        found = self.plans.get(name)
        if found is None:
            body = self.functions[name].body
            roots = function_roots(body)
            found = make_plan(body, body.inputs, body.outputs, roots)
            self.plans[name] = found
        return found


class Body:
    """One function body, compiled at one call site."""

    def __init__(self, shared: Bodies, scope: Scope, depth: int = 0) -> None:
        if depth > MOST_DEPTH:
            raise Unsupported("functions that call each other so deeply")
        self.shared = shared
        self.scope = scope
        self.depth = depth
        self.terms: dict[Value, Term] = {}
        self.roots: dict[Value, Value] = {}
        self.pending: list[tuple[Storage, Term, Memory]] = []
        """Elements of lists that are still to be computed, and where to."""

    @property
    def e(self) -> Emitter:
        """The emitter of the code."""
        return self.scope.e

    def term(self, value: Value) -> Term:
        """The term of a value of this body."""
        return self.terms[self.roots.get(value, value)]

    def take(self, nodes: Sequence[Node]) -> None:
        """Makes terms of nodes; writes branches and loops."""
        for node in nodes:
            inputs = [self.term(value) for value in node.inputs]
            write = CONTROL_FLOW.get(node.op) or writer_of_list_node(node)
            if write is not None:
                outputs: Sequence[Term] = write(self, node, inputs)
            else:
                outputs = lower(self.shared.lowering, node, inputs)
            self.terms.update(zip(node.outputs, outputs, strict=True))

    def inner(self, name: str, arguments: Sequence[Term]) -> tuple[Body, list[Term]]:
        """A function's body at this place, and its results."""
        self.shared.calls += 1
        if self.shared.calls > MOST_CALLS:
            raise Unsupported("functions that are called from too many places")
        plan = self.shared.plan_of(name)
        scope = Scope(self.e, dict(self.scope.memories), dict(self.scope.numbers))
        body = Body(self.shared, scope, self.depth + 1)
        body.roots = plan.roots
        body.terms.update(zip(plan.inputs, arguments, strict=True))
        body.take(plan.steps)
        return body, [body.term(value) for value in plan.outputs]

    # --- values that must be there

    def settle(self, terms: Sequence[Term]) -> None:
        """Writes code after which all the terms are in registers or memory."""
        wanted = [term for term in terms if not self._is_there(term)]
        self.compute([*self._written_last(), *[(term, None) for term in wanted]])

    def flush(self, storage: Storage) -> None:
        """Writes the pending writes if some of them belong to this list."""
        if any(each is storage for each, _, _ in self.pending):
            self.compute(self._written_last())

    def _written_last(self) -> list[tuple[Term, Memory | None]]:
        waiting, self.pending = self.pending, []
        return [(term, memory) for _, term, memory in waiting]

    def finish(self, wanted: Sequence[tuple[Term, Memory]]) -> None:
        """Writes the results, and all pending writes.

        After it nothing is computed: a result may be the only copy of a value.
        """
        place_tables(self.scope, [term for term, _ in wanted])
        memories = self.scope.memories
        rest: list[tuple[Term, Memory | None]] = []
        for term, memory in wanted:
            if is_retargetable(term) and not self._is_there(term):
                memories[term] = memory
                rest.append((term, None))
            else:
                rest.append((term, memory))
        self.compute([*self._written_last(), *rest])

    def _is_there(self, term: Term) -> bool:
        if isinstance(term, Listed):
            return True
        return term in self.scope.numbers or term in self.scope.memories

    def compute(self, wanted: Sequence[tuple[Term, Memory | None]]) -> None:
        """Computes each term into the memory paired with it; None allocates memory."""
        place_tables(self.scope, [term for term, _ in wanted])
        roots = []
        for term, memory in wanted:
            root = term
            if memory is not None:
                root = copy_of(term)
                self.scope.memories[root] = memory
            roots.append(root)
        known = set(self.scope.memories) | set(self.scope.numbers)
        given = {*(r for r in roots if r in self.scope.memories)}
        plan = plan_stages(roots, known - given)
        self._give_memory(plan, roots)
        for stage in plan.stages:
            if stage.kind == "row":
                find_row(self.scope, stage.targets[0])
            elif stage.kind != "none":
                emit_stage(Nest(self.scope, stage))

    def number(self, term: Term) -> Register:
        """A term of one element in a register.

        Raises:
          Unsupported: if it has a shape.
        """
        if term.shape or isinstance(term, Listed):
            raise Unsupported("a condition or index with a shape")
        found = self.scope.numbers.get(term)
        if found is None:
            self.compute([(term, None)])
            found = self.scope.numbers[term]
        return found

    def _give_memory(self, plan: StagePlan, roots: Sequence[Term]) -> None:
        for term in anchors_in_memory(plan, roots):
            is_found = isinstance(term, Row) or term in self.scope.memories
            if term.shape and not is_found:
                self.scope.memories[term] = self.memory(term)
        place_views(plan, self.scope)

    def memory(self, term: Term) -> Memory:
        """Memory for a small array.

        Raises:
          Unsupported: if the region would have too much of it.
        """
        size = max(1, term.size) * term.element.bytes
        if size > LEAST_SCRATCH and self.shared.scratch:
            return self._scratch(term, size)
        self.shared.stack_bytes += size
        if self.shared.stack_bytes > STACK_BYTES:
            raise Unsupported("a loop or branch over large arrays")
        name = self.e.array(term.element, term.size)
        return Memory(name, contiguous_strides(term.shape))

    def _scratch(self, term: Term, size: int) -> Memory:
        shared, e = self.shared, self.e
        offset = shared.scratch_bytes
        shared.scratch_bytes = offset + -(-size // 64) * 64
        if shared.scratch_bytes > SCRATCH_BYTES:
            raise Unsupported("a loop or branch over large arrays")
        name = e.name("scratch")
        e.slots.append(
            f"  {name} = getelementptr i8, ptr {shared.scratch}, i64 {offset}"
        )
        return Memory(name, contiguous_strides(term.shape))

    # --- variables that branches and loops set

    def variable(self, like: Term) -> Variable:
        """A place for values of one shape."""
        held = Held(like.element, like.shape)
        if like.shape:
            memory = self.memory(held)
            return Variable(held, "", memory)
        return Variable(held, self.e.slot(like.element), None)

    def set(self, pairs: Sequence[tuple[Variable, Term]]) -> None:
        """Assigns terms to variables; all terms are computed before any assignment."""
        copies = [(v, t) for v, t in pairs if v.memory is not None]
        numbers = [(v, self.number(t)) for v, t in pairs if v.memory is None]
        wanted = [(term, variable.memory) for variable, term in copies]
        self.compute([*self._written_last(), *wanted])
        for variable, number in numbers:
            self.e.set(variable.slot, number)

    def read(self, variable: Variable) -> Term:
        """The current value of a variable."""
        if variable.memory is not None:
            self.scope.memories[variable.held] = variable.memory
            return variable.held
        held = Held(variable.held.element, ())
        self.scope.numbers[held] = self.e.get(variable.slot, held.element.computed)
        return held


@dataclass(slots=True)
class Variable:
    """A slot for a number, or memory for an array."""

    held: Held
    slot: str
    memory: Memory | None


def is_written(node: Node) -> bool:
    """Whether a node is emitted in program order, and not lowered to terms."""
    return node.op in CONTROL_FLOW or writer_of_list_node(node) is not None


def writer_of_list_node(node: Node) -> WriteNode | None:
    """What writes an op on lists; an op on arrays as well is one only of lists."""
    found = LIST_NODES.get(node.op)
    values = (*node.inputs, *node.outputs)
    return found if any(value.dtype is variant for value in values) else None


WriteNode = Callable[[Body, Node, Sequence[Term]], Sequence[Term]]
CONTROL_FLOW: Final[dict[str, WriteNode]] = {}
"""Ops that run functions; ``control_flow`` adds its own."""
LIST_NODES: Final[dict[str, WriteNode]] = {}
"""Ops on lists of arrays; ``list_nodes`` adds its own."""


def is_retargetable(term: Term) -> bool:
    """Whether a term is computed directly into the memory that its reader names."""
    return isinstance(term, (Apply, Called, Joined, Reduced)) and bool(term.shape)


def copy_of(term: Term) -> Term:
    """A term with the same elements that is computed at its reader."""
    return Apply(
        term.element,
        term.shape,
        emit=lambda e, registers: registers[0],
        operands=(term,),
        cost=1,
    )


def place_tables(scope: Scope, terms: Sequence[Term]) -> None:
    """Adds the constant arrays that terms read to the data of the module."""
    stack, seen = list(terms), set()
    while stack:
        term = stack.pop()
        if term in seen or term in scope.memories:
            continue
        seen.add(term)
        if isinstance(term, Table):
            scope.memories[term] = _data(scope.e, term)
        stack.extend(term.sources())


def _data(e: Emitter, term: Table) -> Memory:
    content: bytes = term.array.tobytes()
    key = ("data", content)
    name = e.module.known.get(key)
    if name is None:
        name = e.module.known[key] = f"@data{len(e.module.known)}"
        text = "".join(f"\\{byte:02X}" for byte in content)
        e.module.add_text(
            f'{name} = private constant [{len(content)} x i8] c"{text}", align 64'
        )
    return Memory(name, contiguous_strides(term.shape), is_constant=True)


def anchors_in_memory(plan: StagePlan, roots: Sequence[Term]) -> list[Term]:
    """The anchors that are read outside of their stage, or are results."""
    found: dict[Term, None] = dict.fromkeys(roots)
    for stage in plan.stages:
        own = set(stage.targets)
        for target in stage.targets:
            if stage.kind in ("called", "row", "none"):
                found.update(dict.fromkeys([target, *_read_from_memory(target)]))
                continue
            for term, _ in reached_anchors(target, stage, plan.stage_of.__contains__):
                if term not in own:
                    found[term] = None
    return [term for term in found if not isinstance(term, (Held, Table))]


def _read_from_memory(target: Term) -> list[Term]:
    return [] if isinstance(target, Joined) else list(target.sources())


def place_views(plan: StagePlan, scope: Scope) -> None:
    """Places parts of joined arrays, and reshaped arrays, in the memory they share."""
    for term, (joined, start) in plan.parts.items():
        scope.memories[term] = scope.memories[joined].part(joined.axis, start)
    for term in plan.stage_of:
        if isinstance(term, Reshaped):
            scope.memories.pop(term, None)
            memory = scope.memory_of(term)
            assert memory is not None
            scope.memories[term] = memory


def condition_of(body: Body, term: Term) -> Register:
    """A scalar converted to a condition; it is true if it is not zero."""
    number = body.number(term)
    if number.element is BOOL:
        return number
    return body.e.compare("ne", number, body.e.constant(number.element, 0))


def writes_flow(*ops: str) -> Callable[[WriteNode], WriteNode]:
    """Registers a generator of control flow code."""
    return partial(_register, CONTROL_FLOW, ops)


def writes_list(*ops: str) -> Callable[[WriteNode], WriteNode]:
    """Registers a generator of code for an op on lists."""
    return partial(_register, LIST_NODES, ops)


def _register(
    table: dict[str, WriteNode], ops: Sequence[str], write: WriteNode
) -> WriteNode:
    table.update(dict.fromkeys(ops, write))
    return write
