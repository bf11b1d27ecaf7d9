"""`if`, `while` and `for`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import gast

from autograph.analysis.liveness import BlockFacts, Liveness
from autograph.converters.base import (
    EXTRA_TEST,
    LOOP_OPTIONS,
    Conversion,
    Converter,
    constant,
)
from autograph.syntax.forms_to_run import DOES_NOTHING, ROLES, SHARED, WITHOUT_VALUE
from autograph.syntax.nodes import (
    CHILD_BLOCKS,
    SCOPES,
    Block,
    Node,
    OwnName,
    place,
    walk,
)
from autograph.syntax.templates import Template
from autograph.syntax.unparse import to_text
from autograph.syntax.visitor import Transformer

__all__ = ["ControlFlow", "without_annotations"]

_STATE = """
    def __get_state__():
        return __values__

    def __set_state__(__parameter__):
        __restore__
"""
_IF = Template(
    _STATE
    + """
    def __body_name__():
        __declarations__
        __body__

    def __orelse_name__():
        __declarations__
        __orelse__
    __undefined__
    ag__.if_stmt(
        __test__, __body_name__, __orelse_name__, __get_state__, __set_state__,
        __symbols__, __count__,
    )
    """
)
_WHILE = Template(
    _STATE
    + """
    def __body_name__():
        __declarations__
        __body__

    def __test_name__():
        __test_declarations__
        return __test__
    __undefined__
    ag__.while_stmt(
        __test_name__, __body_name__, __get_state__, __set_state__, __symbols__,
        __options__,
    )
    """
)
_FOR = Template(
    _STATE
    + """
    def __body_name__(__item__):
        __declarations__
        __body__
    __extra__
    __undefined__
    ag__.for_stmt(
        __iterated__, __extra_name__, __body_name__, __get_state__, __set_state__,
        __symbols__, __options__,
    )
    """
)
_ORELSE = 3
"""Which statement of `_IF` defines the other branch."""

_EXTRA = Template(
    """
    def __name__():
        __declarations__
        return __test__
    """
)
_UNDEFINED = Template("__name__ = ag__.Undefined(__text__)")
_NEXT = Template("__target__ = __item__")
_VALUES = Template("__target__ = __parameter__")
_READ_COMPOSITE = Template("ag__.ldu(lambda: __place__, __text__)")


class _State(NamedTuple):
    """The variables that a block changes and that something else needs."""

    symbols: list[str]
    output_count: int
    """How many of them, from the first, are needed after the block."""
    undefined: list[str]
    foreign: list[str]
    """Those that the function declared `global`."""
    shared: tuple[str, ...] = ()
    """Those that no stage needs, and Python may: they stay the function's."""


_DECIDING = (gast.BoolOp, gast.IfExp)
"""Expressions whose parts become functions: what they read may have no value."""


class ControlFlow(Converter, lowers=(gast.If, gast.While, gast.For), needs=(Liveness,)):
    """Lowers statements that branch or loop to calls with their blocks as functions.

        if a:               def get_state(): ...
            b = 1           def set_state(vars_): ...
        else:       =>      def if_body(): ...
            b = 2           def else_body(): ...
                            ag__.if_stmt(a, if_body, else_body, get_state, ...)

    The state consists of the variables that a block assigns and that are read
    elsewhere: variables read after the block come first, then in alphabetical order.

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a, b):\\n    while a: a = b", ControlFlow))
    def f(a, b):
    <BLANKLINE>
        def get_state():
            return (a,)
    <BLANKLINE>
        def set_state(vars_):
            nonlocal a
            a, = vars_
    <BLANKLINE>
        def loop_body():
            nonlocal a
            a = b
    <BLANKLINE>
        def loop_test():
            return a
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('a',), {})
    """

    _fields = CHILD_BLOCKS

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        if self.has_work() and not isinstance(conversion.tree, gast.Assign):
            self._facts = conversion.fact(Liveness)

    def has_work(self) -> bool:
        return super().has_work() or not self.conversion.kinds.isdisjoint(_DECIDING)

    def visit_function(self, node: Node) -> Any:
        names = self._facts.names.names(self._facts.without_value(node))
        WITHOUT_VALUE.set(node, tuple(names))
        self.conversion.undefined.update(names)
        return self.visit_children(node)

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_If(self, node: Node) -> Any:
        facts = self._facts.of(node)
        node.body = self.visit_block(node.body)
        node.orelse = self.visit_block(node.orelse)
        state = self._state(facts)
        result = _IF.expand(
            node,
            **self._accessors(node, state),
            body_name=self.names.new("if_body"),
            orelse_name=self.names.new("else_body"),
            body=self._body(node.body, state),
            orelse=self._body(node.orelse, state) or [place(gast.Pass(), node)],
            test=node.test,
            count=constant(state.output_count),
        )
        if not node.orelse:
            DOES_NOTHING.set(result[_ORELSE], True)
        return _sharing(state.shared, result)

    def visit_While(self, node: Node) -> Any:
        facts = self._facts.of(node)
        node.body = self.visit_block(node.body)
        state = self._state(facts, self._assigned_in(node.test))
        accessors = self._accessors(node, state)
        result = _WHILE.expand(
            node,
            **accessors,
            body_name=self.names.new("loop_body"),
            test_name=self.names.new("loop_test"),
            test_declarations=accessors["declarations"]
            if self.moves_assignment(node.test)
            else [],
            body=self._body(node.body, state),
            test=node.test,
            options=_options(node),
        )
        return _sharing(state.shared, result)

    def visit_For(self, node: Node) -> Any:
        facts = self._facts.of(node)
        node.body = self.visit_block(node.body)
        state = self._state(facts)
        accessors = self._accessors(node, state)
        item = self.names.new("itr")
        taken = _NEXT.expand(node, target=node.target, item=item)
        extra, extra_name = self._extra_test(node, accessors["declarations"])
        result = _FOR.expand(
            node,
            **accessors,
            body_name=self.names.new("loop_body"),
            item=item,
            body=taken + self._body(node.body, state),
            extra=extra,
            extra_name=extra_name,
            iterated=node.iter,
            options=_options(node, iterate_names=to_text(node.target)),
        )
        return _sharing(state.shared, result)

    def _extra_test(self, node: Node, declarations: Block) -> tuple[Block, Node]:
        test = EXTRA_TEST.get(node)
        if test is None:
            return [], constant(None)
        name = self.names.new("extra_test")
        made = _EXTRA.expand(node, name=name, declarations=declarations, test=test)
        return made, OwnName(name)

    def _assigned_in(self, test: Node) -> int:
        """Names that the test of a loop assigns, for the body to read."""
        if gast.NamedExpr not in self.conversion.kinds:
            return 0
        return self._facts.names.mask(
            found.target.id for found in walk(test) if isinstance(found, gast.NamedExpr)
        )

    def _state(self, facts: BlockFacts, assigned_in_test: int = 0) -> _State:
        names = self._facts.names
        changed, foreign = facts.summary.writes, facts.function.foreign
        kept = changed & (facts.live_in | facts.live_out | assigned_in_test)
        outputs = names.names(kept & facts.live_out)
        composites = [
            name.text
            for name in facts.summary.composites.values()
            if not names.mask(name.symbols) & ~facts.live_in
        ]
        needed = sorted(outputs + composites)
        # local to a loop body, they have no value at its beginning
        late = kept & facts.defined_in & ~facts.defined_first & ~foreign
        self.conversion.undefined.update(names.names(late))
        return _State(
            needed + names.names(kept & ~facts.live_out),
            len(needed),
            names.names(changed & ~facts.defined_in & ~foreign),
            names.names(kept & facts.function.declared_global),
            tuple(names.names(facts.live_after_break & changed & ~kept & ~foreign)),
        )

    def _accessors(self, node: Node, state: _State) -> dict[str, Any]:
        """The values of the placeholders that all three templates have."""
        symbols = state.symbols
        declarations = _declarations(node, state)
        parameter, restore = "block_vars", [place(gast.Pass(), node)]
        if symbols:
            parameter = self.names.new("vars_") if "vars_" in symbols else "vars_"
            targets = [_target(symbol) for symbol in symbols]
            restore = declarations + _VALUES.expand(
                node, target=gast.Tuple(targets, gast.Store()), parameter=parameter
            )
        return {
            "get_state": self.names.new("get_state"),
            "set_state": self.names.new("set_state"),
            "values": gast.Tuple([_value(symbol) for symbol in symbols], gast.Load()),
            "parameter": parameter,
            "restore": restore,
            "declarations": declarations,
            "undefined": self._undefined(node, state.undefined),
            "symbols": self._symbols(symbols),
        }

    def _symbols(self, symbols: list[str]) -> Node:
        made = gast.Tuple([constant(item) for item in symbols], gast.Load())
        roles = self.names.roles
        if not roles.keys().isdisjoint(symbols):
            ROLES.set(made, tuple(roles.get(item) for item in symbols))
        return made

    def _body(self, statements: Block, state: _State) -> Block:
        if gast.AnnAssign not in self.conversion.kinds:
            return statements
        return without_annotations(statements, [*state.symbols, *state.shared])

    def _undefined(self, node: Node, names: list[str]) -> Block:
        self.conversion.undefined.update(names)
        return [
            statement
            for name in names
            for statement in _UNDEFINED.expand(node, name=name, text=constant(name))
        ]


def _sharing(names: tuple[str, ...], result: Block) -> Block:
    """Let the functions in `result` have `names` from the function around."""
    for each in result if names else ():
        if isinstance(each, gast.FunctionDef):
            SHARED.set(each, names)
    return result


def _declarations(node: Node, state: _State) -> Block:
    simple = [symbol for symbol in state.symbols if symbol.isidentifier()]
    shared = [symbol for symbol in simple if symbol not in state.foreign]
    result: Block = []
    if state.foreign:
        result.append(place(gast.Global(state.foreign), node))
    if shared:
        result.append(place(gast.Nonlocal(shared), node))
    return result


@lru_cache(maxsize=1024)
def _value(symbol: str) -> Node:
    """A load of the place `symbol`; shared, so never changed."""
    if symbol.isidentifier():
        return OwnName(symbol)
    target = _place(symbol, gast.Load())
    return _READ_COMPOSITE.expand_expression(place=target, text=constant(symbol))


@lru_cache(maxsize=1024)
def _target(symbol: str) -> Node:
    """A store to the place `symbol`; shared, so never changed."""
    if symbol.isidentifier():
        return OwnName(symbol, gast.Store())
    return _place(symbol, gast.Store())


def _place(symbol: str, context: Any) -> Node:
    """The tree of `a.b[c]`; no template, which would take `__doc__` for a hole."""
    tree = _OwnNames().visit(gast.parse(symbol, mode="eval")).body
    tree.ctx = context
    return tree


class _OwnNames(Transformer):
    """Names that no later converter takes for the user's."""

    def visit_Name(self, node: Node) -> Any:
        return OwnName(node.id)


def _options(node: Node, **named: str) -> Node:
    keywords = LOOP_OPTIONS.get(node)
    keys = [constant(keyword.arg) for keyword in keywords]
    values = [keyword.value for keyword in keywords]
    keys += [constant(name) for name in named]
    values += [constant(text) for text in named.values()]
    return gast.Dict(keys, values)


def without_annotations(statements: Block, symbols: list[str]) -> Block:
    """`a: t = b` as `a = b` where `a` belongs to a function around."""
    result: Block = []
    for statement in statements:
        if not _is_annotated(statement, symbols):
            own = () if isinstance(statement, SCOPES) else CHILD_BLOCKS[type(statement)]
            for field in own:
                _forget_annotations(getattr(statement, field), symbols)
            result.append(statement)
        elif statement.value is not None:
            made = gast.Assign([statement.target], statement.value, None)
            result.append(place(made, statement))
    return result or [place(gast.Pass(), each) for each in statements[:1]]


def _forget_annotations(block: Any, symbols: list[str]) -> None:
    """The same inside a `with` or a `try`, in place."""
    for part in block if isinstance(block, list) else ():
        if isinstance(part, (gast.ExceptHandler, gast.match_case)):
            part.body = without_annotations(part.body, symbols)
    if isinstance(block, list) and block and isinstance(block[0], gast.stmt):
        block[:] = without_annotations(block, symbols)


def _is_annotated(statement: Node, symbols: list[str]) -> bool:
    return (
        isinstance(statement, gast.AnnAssign)
        and isinstance(statement.target, gast.Name)
        and statement.target.id in symbols
    )
