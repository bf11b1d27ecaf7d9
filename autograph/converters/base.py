"""The base class of converters, and the functions that they leave alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

import gast

from autograph.analysis.activity import Activity
from autograph.analysis.liveness import Liveness
from autograph.options import ConversionOptions
from autograph.syntax.annotations import Annotation
from autograph.syntax.forms_to_run import PENDING_JUMPS
from autograph.syntax.names import NameGenerator
from autograph.syntax.nodes import SCOPES, Node, children, walk
from autograph.syntax.templates import Template
from autograph.syntax.visitor import Transformer

__all__ = [
    "EXTRA_TEST",
    "IS_LEFT_ALONE",
    "LOOP_OPTIONS",
    "SCOPE_NAME",
    "Conversion",
    "Converter",
    "constant",
    "expression",
    "guard",
    "may_undo_jump",
    "name_of",
]

SCOPE_NAME = Annotation[str]("scope_name", "")
"""On a function: the variable that holds its `FunctionScope`."""

IS_LEFT_ALONE = Annotation[bool]("is_left_alone", False)
"""On a function: it is a generator, which stays as it is."""

EXTRA_TEST = Annotation[Any]("extra_test", None)
"""On a `for`: the test that must hold for another iteration, or None."""

LOOP_OPTIONS = Annotation[tuple[Any, ...]]("loop_options", ())
"""On a loop: the keywords of `set_loop_options`."""

Fact = TypeVar("Fact", Activity, Liveness)


class Conversion:
    """The conversion of one function: the state that converters share.

    `resolve` returns the value of a dotted expression in the user's globals and
    closure, or None.
    """

    def __init__(
        self,
        tree: Node,
        options: ConversionOptions,
        names: NameGenerator,
        resolve: Callable[[Node], Any],
    ) -> None:
        self.tree = tree
        self.options = options
        self.names = names
        self.resolve = resolve
        self.kinds: set[type] = set()
        self.undefined: set[str] = set()
        """Variables that the generated code makes undefined somewhere."""
        self._facts: dict[type, Any] = {}

    @property
    def function(self) -> Node:
        """The function's tree; for a lambda, the assigned expression."""
        return self.tree.value if isinstance(self.tree, gast.Assign) else self.tree

    def fact(self, analysis: type[Fact]) -> Fact:
        """The result of an analysis, cached until a converter changes the tree."""
        found = self._facts.get(analysis)
        if found is None:
            if analysis is Liveness:
                found = Liveness(self.fact(Activity))
            else:
                found = analysis(self.function)
            self._facts[analysis] = found
        return found

    def forget_facts(self) -> None:
        """Discard cached analyses, because the tree has changed."""
        self._facts.clear()


class Converter(Transformer):
    """Lowers one construct.

    Subclasses declare, as arguments of the class, the node classes that they lower
    (`lowers`; a tree without such nodes is skipped), the node classes that they insert
    for later converters (`makes`), and the analyses that they read (`needs`).
    """

    lowers: ClassVar[tuple[type, ...]] = ()
    makes: ClassVar[tuple[type, ...]] = ()
    needs: ClassVar[tuple[type, ...]] = ()

    def __init_subclass__(
        cls,
        lowers: tuple[type, ...] = (),
        makes: tuple[type, ...] = (),
        needs: tuple[type, ...] = (),
    ) -> None:
        super().__init_subclass__()
        cls.lowers = lowers
        cls.makes = makes
        cls.needs = needs

    def __init__(self, conversion: Conversion) -> None:
        self.conversion = conversion
        self.names = conversion.names
        self.options = conversion.options

    def has_work(self) -> bool:
        """Whether the tree contains a construct that this converter lowers."""
        return not self.lowers or not self.conversion.kinds.isdisjoint(self.lowers)

    def convert(self, tree: Node) -> Node:
        """The converted tree."""
        return self.visit(tree)

    def moves_assignment(self, *nodes: Node) -> bool:
        """Whether moving the expressions into a lambda would move an assignment."""
        kinds = self.conversion.kinds
        if gast.NamedExpr not in kinds and gast.Await not in kinds:
            return False
        return any(
            isinstance(found, (gast.NamedExpr, gast.Await))
            for node in nodes
            for found in walk(node)
        )

    def visit_FunctionDef(self, node: Node) -> Any:
        return node if IS_LEFT_ALONE.get(node) else self.visit_function(node)

    def visit_AsyncFunctionDef(self, node: Node) -> Any:
        return node

    def visit_scopes_in(self, class_body: Node) -> Any:
        """Converts the functions in a class body, but not the body's own statements.

        Names of a class body are attributes: functions in it can neither read nor
        rebind them, so the body has no staged form.
        """
        waiting = children(class_body)
        while waiting:
            node = waiting.pop(0)
            if isinstance(node, (gast.FunctionDef, gast.Lambda)):
                waiting = self._visit_inside(node) + waiting
            elif isinstance(node, SCOPES):
                self.visit(node)
            else:
                waiting = children(node) + waiting
        return class_body

    def _visit_inside(self, function: Node) -> list[Node]:
        """Visits a function but for the parts that its class evaluates; these parts."""
        given = function.args
        decorators = getattr(function, "decorator_list", [])
        defaults, named = given.defaults, given.kw_defaults
        given.defaults, given.kw_defaults = [], [None] * len(named)
        if decorators:
            function.decorator_list = []
        self.visit(function)
        given.defaults, given.kw_defaults = defaults, named
        if decorators:
            function.decorator_list = decorators
        return [each for each in (*defaults, *named, *decorators) if each is not None]

    def visit_function(self, node: Node) -> Any:
        """The replacement of a converted function."""
        return self.visit_children(node)


def name_of(identifier: str, context: type = gast.Load) -> Node:
    """A name of the user's."""
    return gast.Name(identifier, context(), None, None)


def constant(value: Any) -> Node:
    """A literal."""
    made = gast.Constant.__new__(gast.Constant)
    made.value, made.kind = value, None  # the constructor takes many times as long
    return made


_GUARD = Template(
    """
    if not __flag__:
        __body__
    """
)


def guard(flag: str, body: list[Node], origin: Node) -> Node:
    """`if not flag: body`, with the line of `origin`."""
    return _GUARD.expand(origin, flag=flag, body=body)[0]


def may_undo_jump(statement: Node, flag: str) -> None:
    """Notes that the jump of `flag` is undone if `statement` raises on the way out.

    A `finally` block and the exit of a context may raise then; handlers run earlier.
    """
    if getattr(statement, "finalbody", True):
        pending = PENDING_JUMPS.get(statement)
        PENDING_JUMPS.set(statement, (*pending, flag))


@lru_cache(maxsize=256)
def expression(code: str) -> Template:
    """The template of an expression, parsed once."""
    return Template(code)
