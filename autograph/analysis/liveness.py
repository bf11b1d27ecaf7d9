"""Liveness: names needed after a block, and names that may be defined before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import gast

from autograph.analysis.activity import Activity, FunctionActivity
from autograph.analysis.dataflow import NameTable, Summary
from autograph.syntax.nodes import Block, Node

__all__ = ["BlockFacts", "Liveness"]


class BlockFacts(NamedTuple):
    """Liveness facts for the conversion of an `if` or a loop, as masks of names."""

    live_in: int
    live_out: int
    defined_in: int
    defined_first: int
    """Of the names in `defined_in`, those that need no earlier iteration."""
    summary: Summary
    function: FunctionActivity
    live_after_break: int = 0
    """What is needed besides where a `with` is left half way, and suppresses that."""


class Liveness:
    """Facts about every `if`, `while` and `for` in a function.

    A name is also needed wherever a function that reads it exists: that may be
    called at any time.
    """

    def __init__(self, activity: Activity) -> None:
        self._activity = activity
        self._defined: dict[int, int] = {}
        self._defined_first: dict[int, int] = {}
        self._has_earlier_iterations = False
        self._captured: dict[int, int] = {}
        self._facts: dict[int, BlockFacts] = {}
        self._live_after_break: dict[int, int] = {}
        self._breaks_off = False
        self._without_value: dict[int, int] = {}
        for function in activity.functions:
            self._function = function
            node = function.node
            self._has_with = False
            self._has_earlier_iterations = False
            self._forward_block(node.body, function.parameters, 0)
            self._defined_first.update(self._defined)
            self._has_earlier_iterations = True
            _, captured = self._forward_block(node.body, function.parameters, 0)
            self._unassured = 0
            self._assure_block(node.body, function.parameters)
            own = function.total.writes & ~function.foreign & ~function.parameters
            self._without_value[id(node)] = self._unassured & own
            at_exit = captured | function.foreign & function.total.writes
            self._backward_block(node.body, at_exit, 0)
            if self._has_with:
                self._breaks_off = True
                self._backward_block(node.body, at_exit, 0)
                self._breaks_off = False

    @property
    def names(self) -> NameTable:
        """The names that the masks speak of."""
        return self._activity.names

    def of(self, statement: Node) -> BlockFacts:
        """The facts about an `if` or a loop."""
        facts = self._facts[id(statement)]
        broken = self._live_after_break.get(id(statement), 0)
        return facts._replace(live_after_break=broken) if broken else facts

    def without_value(self, function: Node) -> int:
        """Variables of the function that it may read before they have a value."""
        return self._without_value[id(function)]

    # Forward: names that surely have a value.

    def _assure_block(self, statements: Block, assured: int) -> int:
        for statement in statements:
            summary = self._activity.of(statement)
            inside = _ASSURED.get(statement.__class__)
            if inside is None:
                self._unassured |= summary.reads & ~assured
                assured = assured & summary.holds | ~summary.keeps
            else:
                assured = inside(self, statement, assured)
        return assured

    def _assure_branches(self, node: Node, assured: int) -> int:
        head = self._activity.head_of(node)
        self._unassured |= head.reads & ~assured
        inner = assured | ~head.keeps
        blocks: list[Block] = []
        if isinstance(node, gast.Match):
            for case in node.cases:
                found = self._activity._expressions((case.pattern, case.guard))
                self._unassured |= found.reads & ~inner & ~found.gives
                self._assure_block(case.body, inner | found.gives)
        else:
            blocks = [node.body, node.orelse]
        for block in blocks:
            self._assure_block(block, inner)
        summary = self._activity.of(node)
        return assured & summary.holds | ~summary.keeps

    def _assure_loop(self, node: Node, assured: int) -> int:
        head = self._activity.head_of(node)
        self._unassured |= head.reads & ~assured
        inner = assured | ~head.keeps
        # an earlier iteration may have deleted it
        around = inner & self._activity.block(node.body).holds
        if not isinstance(node, gast.While):
            target = self._activity._expressions((node.target,))
            self._unassured |= target.reads & ~around
            around |= target.gives
        self._assure_block(node.body, around)
        self._assure_block(node.orelse, inner & around)
        summary = self._activity.of(node)
        return assured & summary.holds | ~summary.keeps

    def _assure_with(self, node: Node, assured: int) -> int:
        self._has_with = True
        head = self._activity.head_of(node)
        self._unassured |= head.reads & ~assured & ~head.gives
        self._assure_block(node.body, assured | ~head.keeps)
        # the first context may have suppressed an exception of all that follows it
        first = node.items[0]
        entered = assured | ~self._activity._expressions((first.context_expr,)).keeps
        if isinstance(first.optional_vars, gast.Name):
            entered |= self.names.bit(first.optional_vars.id)
        holds = head.holds & self._activity.block(node.body).holds
        return entered & holds

    def _assure_try(self, node: Node, assured: int) -> int:
        body = self._activity.block(node.body)
        after = self._assure_block(node.body, assured)
        self._assure_block(node.orelse, after)
        broken = assured & body.holds
        for handler in node.handlers:
            name = handler.name and self.names.bit(handler.name.id)
            types = self._activity._expressions((handler.type,))
            self._unassured |= types.reads & ~broken
            self._assure_block(handler.body, broken | (name or 0))
        held = self._activity.of(node).holds
        self._assure_block(node.finalbody, broken & held)
        return assured & held | ~self._activity.of(node).keeps

    # Forward: names that may have a value, names that existing functions read.

    def _forward_block(
        self, statements: Block, defined: int, captured: int
    ) -> tuple[int, int]:
        for statement in statements:
            key = id(statement)
            self._defined[key] = defined
            if captured:
                self._captured[key] = captured
            inside = _FORWARD.get(statement.__class__)
            if inside is not None:
                inside(self, statement, defined, captured)
            summary = self._activity.of(statement)
            defined = defined & summary.holds | summary.gives
            captured |= summary.captured
        return defined, captured

    def _forward_if(self, node: Node, defined: int, captured: int) -> None:
        defined |= self._activity.head_of(node).gives
        self._forward_block(node.body, defined, captured)
        self._forward_block(node.orelse, defined, captured)

    def _forward_loop(self, node: Node, defined: int, captured: int) -> None:
        summary = self._activity.of(node)
        around = defined
        if self._has_earlier_iterations:
            around |= summary.gives
        if not isinstance(node, gast.While):
            # also where the body never comes to its end, by a `raise`
            around |= self._activity._expressions((node.target,)).gives
        self._forward_block(node.body, around, captured | summary.captured)
        self._forward_block(node.orelse, around, captured | summary.captured)

    def _forward_with(self, node: Node, defined: int, captured: int) -> None:
        defined |= self._activity.head_of(node).gives
        self._forward_block(node.body, defined, captured)

    def _forward_try(self, node: Node, defined: int, captured: int) -> None:
        body = self._activity.block(node.body)
        after = self._forward_block(node.body, defined, captured)
        self._forward_block(node.orelse, *after)
        broken, captured = defined | body.writes, captured | body.captured
        before_last = broken | self._activity.block(node.orelse).writes
        for handler in node.handlers:
            name = handler.name and self.names.bit(handler.name.id)
            self._forward_block(handler.body, broken | (name or 0), captured)
            writes = self._activity.handler(handler).writes
            before_last |= writes
            if node.__class__ in _OF_GROUPS:
                broken |= writes
        summary = self._activity.of(node)
        self._forward_block(node.finalbody, before_last, captured | summary.captured)

    def _forward_match(self, node: Node, defined: int, captured: int) -> None:
        for case in node.cases:
            head = self._activity._expressions((case.pattern, case.guard))
            given = head.gives
            self._forward_block(case.body, defined | given, captured)

    # Backward: names that are needed.

    def _backward_block(self, statements: Block, live: int, unwound: int) -> int:
        """What is needed before the statements; `unwound`, where an exception goes."""
        for statement in reversed(statements):
            live |= unwound
            inside = _BACKWARD.get(statement.__class__)
            if inside is None:
                summary = self._activity.of(statement)
                live = live & summary.keeps | summary.needs
            else:
                live = inside(self, statement, live, unwound)
            live |= self._captured.get(id(statement), 0) | unwound
        return live

    def _record(self, node: Node, live_in: int, live_out: int) -> int:
        live_in |= self._captured.get(id(node), 0)
        if self._breaks_off:
            self._live_after_break[id(node)] = live_in | live_out
            return live_in
        self._facts[id(node)] = BlockFacts(
            live_in,
            live_out,
            self._defined[id(node)],
            self._defined_first[id(node)],
            self._activity.of(node),
            self._function,
        )
        return live_in

    def _backward_if(self, node: Node, live: int, unwound: int) -> int:
        inside = self._backward_block(node.body, live, unwound)
        inside |= self._backward_block(node.orelse, live, unwound)
        head = self._activity.head_of(node)
        needed = inside & head.keeps | head.needs
        # what the test assigns, and the branches read before they assign it
        block = self._activity.block
        writes = block(node.body).writes | block(node.orelse).writes
        self._record(node, needed | inside & writes & ~head.keeps, live)
        return needed | self._captured.get(id(node), 0)

    def _backward_loop(self, node: Node, live: int, unwound: int) -> int:
        activity = self._activity
        head, summary = activity.head_of(node), activity.of(node)
        after = self._backward_block(node.orelse, live, unwound)
        body = activity.block(node.body)
        given = needed = 0
        if not isinstance(node, gast.While):
            target = activity._expressions((node.target,))
            # `for o.p in x` needs `o`
            given, needed = target.gives, target.needs
        again = after | body.needs & ~given | needed | summary.captured
        again |= self._captured.get(id(node), 0) | head.needs
        if isinstance(node, gast.While):
            again = again & head.keeps | head.needs
        inside = self._backward_block(node.body, again, unwound)
        if self._breaks_off:
            again |= inside & ~given
            self._backward_block(node.body, again, unwound)
        return self._record(node, again | head.needs, live)

    def _backward_with(self, node: Node, live: int, unwound: int) -> int:
        head = self._activity.head_of(node)
        if self._breaks_off:
            return self._backward_block(node.body, live, unwound | live) | head.needs
        inside = self._backward_block(node.body, live, unwound)
        return inside & head.keeps | head.needs

    def _backward_try(self, node: Node, live: int, unwound: int) -> int:
        after = self._backward_block(node.finalbody, live, unwound)
        final = self._activity.block(node.finalbody)
        elsewhere = unwound | final.needs
        caught, later = elsewhere, 0
        for handler in reversed(node.handlers):
            inside = self._backward_block(
                handler.body, after | later, elsewhere | later
            )
            if handler.name is not None:
                inside &= ~self.names.bit(handler.name.id)
            caught |= inside | self._activity._expressions((handler.type,)).needs
            if node.__class__ in _OF_GROUPS:
                later = caught
        normal = self._backward_block(node.orelse, after, elsewhere)
        return self._backward_block(node.body, normal, caught) | caught

    def _backward_match(self, node: Node, live: int, unwound: int) -> int:
        total = live
        for case in node.cases:
            inside = self._backward_block(case.body, live, unwound)
            head = self._activity._expressions((case.pattern, case.guard))
            total |= (inside | head.needs) & ~head.gives
        return total | self._activity.head_of(node).needs


_FORWARD: dict[type, Callable[[Liveness, Node, int, int], None]] = {
    gast.If: Liveness._forward_if,
    gast.While: Liveness._forward_loop,
    gast.For: Liveness._forward_loop,
    gast.AsyncFor: Liveness._forward_loop,
    gast.With: Liveness._forward_with,
    gast.AsyncWith: Liveness._forward_with,
    gast.Try: Liveness._forward_try,
    gast.Match: Liveness._forward_match,
}
_ASSURED: dict[type, Callable[[Liveness, Node, int], int]] = {
    gast.If: Liveness._assure_branches,
    gast.Match: Liveness._assure_branches,
    gast.While: Liveness._assure_loop,
    gast.For: Liveness._assure_loop,
    gast.AsyncFor: Liveness._assure_loop,
    gast.With: Liveness._assure_with,
    gast.AsyncWith: Liveness._assure_with,
    gast.Try: Liveness._assure_try,
}
_BACKWARD: dict[type, Callable[[Liveness, Node, int, int], int]] = {
    gast.If: Liveness._backward_if,
    gast.While: Liveness._backward_loop,
    gast.For: Liveness._backward_loop,
    gast.AsyncFor: Liveness._backward_loop,
    gast.With: Liveness._backward_with,
    gast.AsyncWith: Liveness._backward_with,
    gast.Try: Liveness._backward_try,
    gast.Match: Liveness._backward_match,
}
_OF_GROUPS = frozenset((gast.TryStar,) if hasattr(gast, "TryStar") else ())
"""In these more than one handler may run, also after one that raised."""
if hasattr(gast, "TryStar"):
    _FORWARD[gast.TryStar] = Liveness._forward_try
    _BACKWARD[gast.TryStar] = Liveness._backward_try
    _ASSURED[gast.TryStar] = Liveness._assure_try
