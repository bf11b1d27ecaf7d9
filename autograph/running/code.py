"""The unrecorded form of a function: the user's own code, with few replacements.

Statements and expressions stay as they are, in one frame, at their own lines. Each
callee is looked up first, so that the user functions it calls are converted too, and
the function itself begins with a test whether a stage records: then its staged form
runs.

    def f(x):                   def f(x):
        return g(x) + 1     =>      if 1 in RECORDINGS: return STAGED(None)(x)
                                    return (g if TYPE(g) in DIRECT else FIND(g))(x) + 1

The names in capitals are constants of the code object, so that it has the user's own
variables and no others.
"""

from __future__ import annotations

import ast
import builtins
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import CO_ITERABLE_COROUTINE
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, cast

from autograph.running.lookups import (
    CELLS,
    MARK,
    METHOD_SITE,
    At,
    is_owner_known,
    is_small,
    looked_up,
    looked_up_at_site,
    looked_up_attribute,
    looked_up_directly,
    staged_call,
)
from autograph.syntax.annotations import Annotation
from autograph.syntax.jumps import is_generator, leaves_loop, runs_as_it_is, walk_block
from autograph.syntax.loading import load_function
from autograph.syntax.names import names_mentioned
from autograph.syntax.nodes import Node, walk
from autograph.syntax.private_names import class_around, mangle_private_names
from autograph.syntax.source import guard_against_depth, parse_as_python
from autograph.syntax.visitor import Transformer

__all__ = ["Constants", "nested_pairs", "running_function"]

Constants = Mapping[str, Callable[..., Any]]
"""Functions that give what stands in the code: `recordings`, `staged`, `callee`,
`read`, `framed`, `type`, `direct`, `block`, `nothing`, and for each call `site` where
it is by name, `method` where it is of an attribute."""

_IS_READ = Annotation[bool]("is_checked_read", False)
_DIRECT = (type, BuiltinFunctionType)
_OF_NATIVES = frozenset(
    name for kind in (list, dict, str, set, bytes, int, float) for name in dir(kind)
)
"""Names of methods that are mostly of Python's own types."""
_LEFT_ALONE = frozenset(("print", "breakpoint", "super"))


@dataclass(frozen=True)
class _Running:
    """The input of the loader."""

    tree: ast.stmt
    filename: str
    operators_name: str = "<operators>"

    def lowered(self) -> ast.stmt:
        return self.tree


def running_function(
    function: FunctionType,
    constants: Constants,
    qualified_name: str,
    unsure: frozenset[str] = frozenset(),
) -> FunctionType:
    """The form of `function` that runs while no stage records.

    The variables in `unsure` may contain a placeholder for a variable without a value.

    Raises:
        SourceUnavailableError: there is no source text.
        ConversionError: the function is nested too deeply.
    """
    code = function.__code__
    with guard_against_depth(code.co_filename, code.co_firstlineno):
        source = parse_as_python(function)
        tree = source.tree
        if "__" in source.text:
            mangle_private_names(tree, class_around(qualified_name))
        if unsure:
            _Reads(unsure).visit_body(tree)
        prepared = _prepared(tree, code, _global_values(function))
        loaded = load_function(_Running(prepared, source.filename), function, None)
    made = _with_constants(loaded.__code__, constants)
    # `types.coroutine` sets it, which the text does not say
    flags = made.co_flags | code.co_flags & CO_ITERABLE_COROUTINE
    loaded.__code__ = made.replace(co_flags=flags) if flags != made.co_flags else made
    return loaded


def _global_values(function: FunctionType) -> Mapping[str, Any]:
    """What names that are no variables of the function stand for now."""
    code = function.__code__
    own = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return ChainMap(dict.fromkeys(own), function.__globals__, vars(builtins))


def _prepared(tree: Node, code: CodeType, values: Mapping[str, Any]) -> ast.stmt:
    has_staged_form = not (code.co_flags & _SUSPENDED or runs_as_it_is(tree))
    calls = _Calls(not code.co_flags & _SUSPENDED, values, code)
    _forget_defaults(tree)
    if isinstance(tree, ast.Lambda):
        tree.body = calls.visit(tree.body)
        at = At(tree.body)
        if has_staged_form:
            staged = staged_call(at, tree.args, code.co_freevars)
            tree.body = at(ast.IfExp, at.is_recording(), staged, tree.body)
        made: ast.stmt = At(tree)(ast.Assign, [_stored("lam", tree)], tree, None)
        return made
    tree.decorator_list = []
    tree.body = calls.visit_all(tree.body)
    if has_staged_form:
        documentation, body = _split_docstring(tree.body)
        at = At(body[0] if body else documentation[0], is_point=True)
        leave = at(ast.Return, staged_call(at, tree.args, code.co_freevars))
        test = at(ast.If, at.is_recording(), [leave], [])
        tree.body = [*documentation, test, *body]
    found: ast.stmt = tree
    return found


_SUSPENDED = 0x20 | 0x80 | 0x100 | 0x200  # generators and coroutines of all kinds


def _stored(identifier: str, origin: Node) -> Node:
    return At(origin)(ast.Name, identifier, ast.Store())


def _forget_defaults(function: Node) -> None:
    # The live function keeps its own; here they only say which arguments have one.
    none, given = At(function).constant(None), function.args
    given.defaults = [none] * len(given.defaults)
    given.kw_defaults = [each and none for each in given.kw_defaults]


def _split_docstring(body: list[Node]) -> tuple[list[Node], list[Node]]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if is_text and isinstance(first.value.value, str):
        return body[:1], body[1:]
    return [], body


class _Reads(Transformer, grammar=ast):
    """Makes the reading of some variables a call, which refuses one without a value."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def visit_body(self, function: Node) -> None:
        """Visits the statements of the function's body."""
        if isinstance(function, ast.Lambda):
            function.body = self.visit(function.body)
        else:
            function.body = self.visit_all(function.body)

    def visit_Name(self, node: Node) -> Any:
        if node.id not in self._names or not isinstance(node.ctx, ast.Load):
            return node
        at = At(node)
        made = at.call(at.called("read"), node)
        _IS_READ.set(made, True)
        return made

    def visit_Call(self, node: Node) -> Any:
        """Lets `locals()` and the like look at the frame without placeholders."""
        function = node.func
        if not isinstance(function, ast.Name) or function.id not in _OF_FRAMES:
            return self.visit_children(node)
        if node.keywords or not all(isinstance(x, ast.Constant) for x in node.args):
            return self.visit_children(node)
        at = At(node)
        made = at.call(at.called("framed"), function, *node.args)
        _IS_READ.set(made, True)
        return made


_OF_FRAMES = frozenset(("locals", "vars", "dir", "eval", "exec"))


class _Calls(Transformer, grammar=ast):
    """Replaces each callee by a lookup, according to the kind of the call."""

    def __init__(
        self, hands_over: bool, values: Mapping[str, Any], code: CodeType
    ) -> None:
        self._code: CodeType | None = code
        """The user's code of the function at hand, where it is known which it is."""
        self._values = values
        """What names stand for now: a guess, which makes code shorter."""
        self._sites = 0
        self._hands_over = hands_over
        """Whether the function at hand is one that can give a block away."""

    def visit_Call(self, node: Node) -> Any:
        if _IS_READ.get(node):
            return node
        is_short = isinstance(node.func, ast.Attribute) and is_small(node)
        self.visit_children(node)
        function = node.func
        if isinstance(function, ast.Name) and function.id in _LEFT_ALONE:
            return node
        if isinstance(function, ast.Name):
            node.func = self._looked_up_name(function)
        elif isinstance(function, ast.Attribute):
            return self._with_looked_up_method(node, is_short)
        else:
            node.func = looked_up(function)
        return node

    def _with_looked_up_method(self, node: Any, is_short: bool) -> Node:
        function = node.func
        is_asked = self._may_run_as_it_is(function, is_short)
        self._sites += 1
        site = f"{METHOD_SITE}{self._sites}.{function.attr}"
        found = looked_up_attribute(function, site)
        at = At(node)
        if is_asked and not is_short:
            test = is_owner_known(function, site)
            found = at(ast.IfExp, test, function, found)
        made = at(ast.Call, found, node.args, node.keywords)
        if not (is_asked and is_short):
            return cast("Node", made)
        # written twice: Python calls a method without making an object of it
        return cast("Node", at(ast.IfExp, is_owner_known(function, site), node, made))

    def _looked_up_name(self, function: ast.Name) -> Node:
        if type(self._values.get(function.id)) in _DIRECT:
            return looked_up_directly(function)
        self._sites += 1
        return looked_up_at_site(function, self._sites)

    def _may_run_as_it_is(self, function: Any, is_short: bool) -> bool:
        """Whether to ask first for the class of a method's owner."""
        owner = function.value
        if not isinstance(owner, ast.Name):
            return False
        if type(self._values.get(owner.id)) in (ModuleType, type):
            return False
        is_object = owner.id in ("self", "cls")
        return is_short or (function.attr in _OF_NATIVES and not is_object)

    def visit_withitem(self, node: Node) -> Any:
        context = node.context_expr
        if isinstance(context, ast.Call):
            self.visit_children(context)
        else:
            node.context_expr = self.visit(context)
        return node

    def visit_With(self, node: Node) -> Any:
        """If the context starts a recording, the whole body runs in its staged form."""
        is_given = self._hands_over and _is_to_give_away(node.body)
        names = sorted(_variables_in(node.body, self._code)) if is_given else []
        has_return = is_given and any(
            isinstance(found, ast.Return) for found in walk_block(node.body)
        )
        self.visit_children(node)
        if is_given:
            given = _block_call(node, names, has_return)
            at = At(node.body[0], is_point=True)
            test = at.is_recording()
            node.body = [at(ast.If, test, [given], node.body)]
        return node

    def visit_ClassDef(self, node: Node) -> Any:
        outer, self._hands_over = self._hands_over, False
        self.visit_children(node)
        self._hands_over = outer
        return node

    def visit_TryStar(self, node: Node) -> Any:
        """Keeps the blocks of `except*`: frames identify a re-raised group."""
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
        outer = self._hands_over, self._code
        is_plain = isinstance(node, ast.FunctionDef)
        self._hands_over = is_plain and not is_generator(node)
        self._code = _code_of(node, self._code)
        node.body = self.visit_all(node.body)
        self._hands_over, self._code = outer
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


_DECIDING = (
    *(ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Match),
    *(ast.Not, ast.ListComp, ast.GeneratorExp),
)


def _is_to_give_away(block: list[Node]) -> bool:
    """Whether values could decide in `block`, and no jump to a loop leaves it."""
    if leaves_loop(block) or any(map(runs_as_it_is, block)):
        return False
    return any(
        isinstance(found, _DECIDING)
        or (isinstance(found, ast.UnaryOp) and isinstance(found.op, ast.Not))
        for statement in block
        for found in walk(statement)
    )


def _variables_in(block: list[Node], code: CodeType | None) -> set[str]:
    """Names in `block`, but for those that only functions in it have as variables.

    A name that is mentioned becomes a variable that `locals()` shows.
    """
    mentioned = [names_mentioned(each) for one in block for each in walk(one)]
    names = set().union(*mentioned) - {"*"}
    if code is None:
        return names
    return names.intersection((*code.co_varnames, *code.co_cellvars, *code.co_freevars))


def _code_of(function: Node, around: CodeType | None) -> CodeType | None:
    """The code of a function inside the code `around`, if only one can be it."""
    first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
    found = [
        each
        for each in (_codes_below(around) if around is not None else ())
        if each.co_name == function.name and each.co_firstlineno == first
    ]
    return found[0] if len(found) == 1 else None


def _codes_below(code: CodeType) -> Iterator[CodeType]:
    for each in _codes(code):
        yield each
        yield from _codes_below(each)


def _block_call(node: Node, names: list[str], has_return: bool) -> Node:
    """`BLOCK(place, lambda: (CELLS, names))()`, then `return` if the block returned."""
    at = At(node.body[0], is_point=True)
    key = at.constant(f"{node.lineno}:{node.col_offset}")
    run = at.call(at.call(at.called("block"), key, at.held(names)))
    if not has_return:
        return at(ast.Expr, run)
    # No name that code can read.
    kept = at.assigned("<returned>", run)
    leave = at(ast.Return, at.name("<returned>"))
    return at(ast.If, at.is_something(kept), [leave], [])


def _with_constants(code: CodeType, constants: Constants) -> CodeType:
    return code.replace(
        co_consts=tuple(_replaced(each, constants) for each in code.co_consts)
    )


def _replaced(constant: Any, constants: Constants) -> Any:
    if isinstance(constant, CodeType):
        return _with_constants(constant, constants)
    if isinstance(constant, str) and constant.startswith(MARK) and constant != CELLS:
        name = constant.removeprefix(MARK)
        site, _, attribute = name.partition(".")
        make = constants[site.rstrip("0123456789")]
        return make(attribute) if attribute else make()
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
    return any(CELLS in (each, *_parts(each)) for each in code.co_consts)


def _parts(constant: Any) -> tuple[Any, ...]:
    return constant if isinstance(constant, tuple) else ()


def _codes(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
