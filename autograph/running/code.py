"""The unrecorded form of a function: the user's own code, with few replacements.

Statements and expressions stay as they are, in one frame, at their own lines. What is
called is looked up first, so that user code below is converted too, and the function
itself begins by asking whether something is recorded: then its staged form runs.

    def f(x):                   def f(x):
        return g(x) + 1     =>      if 1 in RECORDINGS: return STAGED(lambda: ())(x)
                                    return (g if TYPE(g) in DIRECT else FIND(g))(x) + 1

The names in capitals are constants of the code object, so that it has the user's own
variables and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import gast

from autograph.converters.functions import forget_defaults, split_docstring
from autograph.syntax.annotations import Annotation
from autograph.syntax.jumps import is_generator, leaves_loop, runs_as_it_is, walk_block
from autograph.syntax.loading import load_function
from autograph.syntax.names import names_mentioned
from autograph.syntax.nodes import Node, place, walk
from autograph.syntax.private_names import class_around, mangle_private_names
from autograph.syntax.source import guard_against_depth, parse_function
from autograph.syntax.visitor import Transformer

__all__ = ["Constants", "nested_pairs", "running_function"]

_MARK = "\0autograph:"
_SITE = "site"
Constants = Mapping[str, Callable[[], Any]]
"""Functions that give what stands in the code: `recordings`, `staged`, `callee`,
`read`, `type`, `direct`, `native`, `block`, `nothing` and, for each call by name,
`site`."""

_CELLS = f"{_MARK}cells"
_NO_ARGUMENTS = gast.arguments([], [], None, [], [], None, [])
_IS_READ = Annotation[bool]("is_checked_read", False)
_LEFT_ALONE = frozenset(("print", "breakpoint", "super"))


@dataclass(frozen=True)
class _Running:
    """The input of the loader."""

    tree: Node
    filename: str
    operators_name: str = "<operators>"

    def is_plain_read(self, call: Node) -> bool:
        return False


def running_function(
    function: FunctionType,
    constants: Constants,
    qualified_name: str,
    unsure: frozenset[str] = frozenset(),
) -> FunctionType:
    """`function` as it runs while nothing is recorded.

    Of its variables, `unsure` may hold a stand-in for no value.

    Raises:
        SourceUnavailableError: there is no source text.
        ConversionError: the function is nested too deeply.
    """
    code = function.__code__
    with guard_against_depth(code.co_filename, code.co_firstlineno):
        source = parse_function(function)
        tree = source.tree
        mangle_private_names(tree, class_around(qualified_name))
        if unsure:
            _Reads(unsure).visit_body(tree)
        prepared = _prepared(tree, code)
        loaded = load_function(_Running(prepared, source.filename), function, None)
    loaded.__code__ = _with_constants(loaded.__code__, constants)
    return loaded


def _prepared(tree: Node, code: CodeType) -> Node:
    has_staged_form = not (code.co_flags & _SUSPENDED or runs_as_it_is(tree))
    calls = _Calls(not code.co_flags & _SUSPENDED)
    forget_defaults(tree.args)
    if isinstance(tree, gast.Lambda):
        tree.body = calls.visit(tree.body)
        if has_staged_form:
            staged = _staged_call(tree, code)
            body = gast.IfExp(_is_recording(), staged, tree.body)
            tree.body = gast.copy_location(body, tree.body)
        target = gast.Name("lam", gast.Store(), None, None)
        return gast.copy_location(gast.Assign([target], tree, None), tree)
    tree.decorator_list = []
    tree.body = calls.visit_all(tree.body)
    if has_staged_form:
        documentation, body = split_docstring(tree.body)
        origin = body[0] if body else documentation[0]
        leave = place(gast.Return(_staged_call(tree, code)), origin)
        test = place(gast.If(_is_recording(), [leave], []), origin)
        tree.body = [*documentation, test, *body]
    return tree


_SUSPENDED = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines of all kinds


def _constant(name: str) -> Node:
    return gast.Constant(_MARK + name, None)


def _is_recording() -> Node:
    # A constant alone as a test would be decided by the compiler.
    one = gast.Constant(1, None)
    return gast.Compare(one, [gast.In()], [_constant("recordings")])


def _called(name: str) -> Node:
    # Called as it is, a constant makes the compiler warn.
    return gast.IfExp(gast.Constant(True, None), _constant(name), _constant(name))


def _name(identifier: str) -> Node:
    return gast.Name(identifier, gast.Load(), None, None)


def _staged_call(function: Node, code: CodeType) -> Node:
    """`STAGED(lambda: (CELLS, free variables))(all arguments)`."""
    free = [_name(each) for each in code.co_freevars]
    held = gast.Tuple([gast.Constant(_CELLS, None), *free], gast.Load())
    staged = gast.Call(_called("staged"), [gast.Lambda(_NO_ARGUMENTS, held)], [])
    given = function.args
    args = [_name(each.id) for each in (*given.posonlyargs, *given.args)]
    if given.vararg is not None:
        args.append(gast.Starred(_name(given.vararg.id), gast.Load()))
    keywords = [gast.keyword(each.id, _name(each.id)) for each in given.kwonlyargs]
    if given.kwarg is not None:
        keywords.append(gast.keyword(None, _name(given.kwarg.id)))
    return gast.Call(staged, args, keywords)


class _Reads(Transformer):
    """Makes the reading of some variables a call, which refuses one without a value."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def visit_body(self, function: Node) -> None:
        """Visits the statements of the function's body."""
        if isinstance(function, gast.Lambda):
            function.body = self.visit(function.body)
        else:
            function.body = self.visit_all(function.body)

    def visit_Name(self, node: Node) -> Any:
        if node.id not in self._names or not isinstance(node.ctx, gast.Load):
            return node
        made = gast.copy_location(gast.Call(_called("read"), [node], []), node)
        _IS_READ.set(made, True)
        return made


class _Calls(Transformer):
    """Replaces each callee by a lookup, according to the kind of the call."""

    def __init__(self, hands_over: bool) -> None:
        self._sites = 0
        self._hands_over = hands_over
        """Whether the function at hand is one that can give a block away."""

    def visit_Call(self, node: Node) -> Any:
        if _IS_READ.get(node):
            return node
        self.visit_children(node)
        function = node.func
        if isinstance(function, gast.Name) and function.id in _LEFT_ALONE:
            return node
        node.func = gast.copy_location(self._looked_up(function), function)
        return node

    def visit_withitem(self, node: Node) -> Any:
        context = node.context_expr
        if isinstance(context, gast.Call):
            self.visit_children(context)
        else:
            node.context_expr = self.visit(context)
        return node

    def visit_With(self, node: Node) -> Any:
        """What a context starts to record is recorded from the first statement on."""
        is_given = self._hands_over and _is_to_give_away(node.body)
        names = sorted(_names_in(node.body)) if is_given else []
        has_return = is_given and any(
            isinstance(found, gast.Return) for found in walk_block(node.body)
        )
        self.visit_children(node)
        if is_given:
            given = _block_call(node, names, has_return)
            test = gast.If(_is_recording(), [given], node.body)
            node.body = [place(test, node.body[0])]
        return node

    def visit_ClassDef(self, node: Node) -> Any:
        outer, self._hands_over = self._hands_over, False
        self.visit_children(node)
        self._hands_over = outer
        return node

    def visit_TryStar(self, node: Node) -> Any:
        """What an `except*` raises again is told by its frames: it keeps its blocks."""
        outer, handlers = self._hands_over, node.handlers
        node.handlers = []
        self.visit_children(node)
        self._hands_over = False
        node.handlers = self.visit_all(handlers)
        self._hands_over = outer
        return node

    def visit_arguments(self, node: Node) -> Any:
        """Annotations stay as they are: they may become text."""
        node.defaults = self.visit_all(node.defaults)
        node.kw_defaults = self.visit_all(node.kw_defaults)
        return node

    def visit_FunctionDef(self, node: Node) -> Any:
        node.decorator_list = self.visit_all(node.decorator_list)
        node.args = self.visit(node.args)
        outer = self._hands_over
        is_plain = isinstance(node, gast.FunctionDef)
        self._hands_over = is_plain and not is_generator(node)
        node.body = self.visit_all(node.body)
        self._hands_over = outer
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node: Node) -> Any:
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: Node) -> Any:
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = self.visit_all(node.body)
        return node

    def visit_TypeAlias(self, node: Node) -> Any:
        return node

    def _looked_up(self, function: Node) -> Node:
        """`function`, or its converted form."""
        if isinstance(function, gast.Name):
            return self._at_site(function)
        found = gast.Call(_called("callee"), [function], [])
        owner = function.value if isinstance(function, gast.Attribute) else None
        if not isinstance(owner, gast.Name):
            return found
        return gast.IfExp(_is_one_of(owner, "native"), function, found)

    def _at_site(self, function: Node) -> Node:
        """For a name, checks the call site's cached callee first."""
        self._sites += 1
        site = _constant(f"{_SITE}{self._sites}")

        def held(field: str) -> Node:
            return gast.Attribute(site, field, gast.Load())

        same = [
            gast.Compare(function, [gast.Is()], [held("function")]),
            gast.Compare(_of(function, "__code__"), [gast.Is()], [held("code")]),
            gast.Compare(
                _of(function, "__defaults__"), [gast.Is()], [held("defaults")]
            ),
        ]
        found = gast.Call(held("find"), [function], [])
        other = gast.IfExp(_is_one_of(function, "direct"), function, found)
        return gast.IfExp(gast.BoolOp(gast.And(), same), held("made"), other)


_DECIDING = (
    *(gast.If, gast.While, gast.For, gast.IfExp, gast.BoolOp, gast.Match),
    *(gast.Not, gast.ListComp, gast.GeneratorExp),
)


def _is_to_give_away(block: list[Node]) -> bool:
    """Whether values could decide in `block`, and no jump to a loop leaves it."""
    if leaves_loop(block) or any(map(runs_as_it_is, block)):
        return False
    return any(
        isinstance(found, _DECIDING)
        or (isinstance(found, gast.UnaryOp) and isinstance(found.op, gast.Not))
        for statement in block
        for found in walk(statement)
    )


def _names_in(block: list[Node]) -> set[str]:
    mentioned = [names_mentioned(each) for one in block for each in walk(one)]
    return set().union(*mentioned) - {"*"}


def _block_call(node: Node, names: list[str], has_return: bool) -> Node:
    """`BLOCK(place, lambda: (CELLS, names))()`, then `return` if the block returned."""
    origin = node.body[0]
    held = [gast.Constant(_CELLS, None), *map(_name, names)]
    cells = gast.Lambda(_NO_ARGUMENTS, gast.Tuple(held, gast.Load()))
    key = gast.Constant(f"{node.lineno}:{node.col_offset}", None)
    run = gast.Call(gast.Call(_called("block"), [key, cells], []), [], [])
    if not has_return:
        return place(gast.Expr(run), origin)
    # No name that code can read.
    kept = gast.NamedExpr(gast.Name("<returned>", gast.Store(), None, None), run)
    test = gast.Compare(kept, [gast.IsNot()], [_called("nothing")])
    leave = place(gast.Return(_name("<returned>")), origin)
    return place(gast.If(test, [leave], []), origin)


def _of(owner: Node, attribute: str) -> Node:
    return gast.Attribute(owner, attribute, gast.Load())


def _is_one_of(value: Node, kinds: str) -> Node:
    kind = gast.Call(_called("type"), [value], [])
    return gast.Compare(kind, [gast.In()], [_constant(kinds)])


def _with_constants(code: CodeType, constants: Constants) -> CodeType:
    return code.replace(
        co_consts=tuple(_replaced(each, constants) for each in code.co_consts)
    )


def _replaced(constant: Any, constants: Constants) -> Any:
    if isinstance(constant, CodeType):
        return _with_constants(constant, constants)
    if isinstance(constant, str) and constant.startswith(_MARK) and constant != _CELLS:
        name = constant.removeprefix(_MARK)
        return constants[_SITE if name.startswith(_SITE) else name]()
    return constant


def nested_pairs(
    running: CodeType, original: CodeType
) -> list[tuple[CodeType, CodeType]]:
    """Pairs of code of nested functions: as it runs, and as the user wrote it."""
    made = [each for each in _codes(running) if not _holds_cells(each)]
    users = _codes(original)
    if [each.co_name for each in made] != [each.co_name for each in users]:
        return []
    return list(zip(made, users, strict=True))


def _holds_cells(code: CodeType) -> bool:
    """Whether this is the lambda by which the prologue hands over the variables."""
    # without free variables its whole tuple is one constant
    return any(_CELLS in (each, *_parts(each)) for each in code.co_consts)


def _parts(constant: Any) -> tuple[Any, ...]:
    return constant if isinstance(constant, tuple) else ()


def _codes(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
