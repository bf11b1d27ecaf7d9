"""The converters in order, and the conversion of one function."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import gast

from autograph.analysis.activity import note_reads_of_all
from autograph.converters.asserts import Asserts
from autograph.converters.assigning_tests import AssigningTests
from autograph.converters.base import Conversion, Converter
from autograph.converters.break_statements import BreakStatements
from autograph.converters.calls import Calls
from autograph.converters.comprehensions import Comprehensions
from autograph.converters.conditional_expressions import ConditionalExpressions
from autograph.converters.continue_statements import ContinueStatements
from autograph.converters.control_flow import ControlFlow, without_annotations
from autograph.converters.directives import Directives
from autograph.converters.exception_names import ExceptionNames
from autograph.converters.functions import Functions
from autograph.converters.lists import Lists
from autograph.converters.logical_expressions import LogicalExpressions
from autograph.converters.match_statements import MatchStatements
from autograph.converters.return_statements import ReturnStatements
from autograph.converters.slices import Slices
from autograph.converters.truth_tests import TruthTests
from autograph.converters.variables import Variables, is_read
from autograph.errors import ConversionError
from autograph.options import ConversionOptions, Feature
from autograph.processes.forks import forkable_property
from autograph.syntax.jumps import runs_as_it_is
from autograph.syntax.lowering import to_python_ast
from autograph.syntax.names import NameGenerator, names_used_in, qualified_name
from autograph.syntax.nodes import Node, OwnName, place, walk
from autograph.syntax.origins import Origin, Span, function_spans, line_map_of
from autograph.syntax.private_names import class_around, mangle_private_names
from autograph.syntax.source import FunctionSource, guard_against_depth, parse_function
from autograph.syntax.statements import walk_statements
from autograph.syntax.templates import OPERATORS
from autograph.syntax.unparse import Printed, print_tree, to_text

__all__ = [
    "PIPELINE",
    "ConvertedSource",
    "Stage",
    "convert_block",
    "convert_function",
    "passes_until",
    "show_pass",
]


@dataclass(frozen=True)
class Stage:
    """One converter, the reason for its position, and the feature that enables it."""

    converter: type[Converter]
    reason: str
    feature: Feature | None = None

    @property
    def name(self) -> str:
        """The name of the stage on the command line: the name of its module."""
        return self.converter.__module__.rpartition(".")[2]


PIPELINE: tuple[Stage, ...] = (
    Stage(Functions, "scopes must exist before anything is named"),
    Stage(Directives, "they must be gone before calls are converted"),
    Stage(MatchStatements, "before jumps and control flow: it makes `if`s"),
    Stage(ExceptionNames, "before jumps: it makes a `finally`"),
    Stage(AssigningTests, "before `break` and control flow: it makes `break`s, `if`s"),
    Stage(BreakStatements, "before `continue`: it lowers `break` to a flag and one"),
    Stage(
        Asserts,
        "before control flow, calls and logic: what it builds holds their input",
        Feature.ASSERT_STATEMENTS,
    ),
    Stage(ContinueStatements, "before `return`: it may guard one"),
    Stage(
        Lists,
        "before calls, which would take `append`; and before `return`, so that an item "
        "is taken before the `try` of the `return`",
        Feature.LISTS,
    ),
    Stage(ReturnStatements, "last of the jumps: blocks then run to their ends"),
    Stage(Slices, "after lists, which may assign to items", Feature.LISTS),
    Stage(Calls, "before control flow copies or moves expressions"),
    Stage(TruthTests, "after what makes tests, before they move: it marks operands"),
    Stage(ControlFlow, "after all jumps are gone: analyses see nested blocks alone"),
    Stage(ConditionalExpressions, "before logic: its text shows the user's test"),
    Stage(Comprehensions, "anywhere: it marks them, and leaves the text alone"),
    Stage(LogicalExpressions, "after the passes that build tests with `not` and `and`"),
    Stage(Variables, "last: every other pass sees the user's names bare"),
)


@dataclass(frozen=True)
class ConvertedSource:
    """A converted function, not yet live."""

    tree: Node
    """The converted gast tree; for a lambda, the assignment of it."""
    source: FunctionSource
    operators_name: str = "ag__"
    """The variable that holds the operators; another one where the user has it."""
    undefined_names: frozenset[str] = frozenset()
    """Variables that may be without a value at some point of the generated code."""
    _spans: tuple[Span, ...] = ()
    has_staged_form: bool = True
    """Whether the function may run like this where values are staged."""

    @property
    def filename(self) -> str:
        """The user's file."""
        return self.source.filename

    @property
    def original_source(self) -> str:
        """The user's text of the function."""
        return self.source.text

    @property
    def text(self) -> str:
        """The generated function as Python text, ending in a newline."""
        return self._printed.text + "\n"

    @forkable_property
    def _printed(self) -> Printed:
        with guard_against_depth(self.filename, self._spans[0][0]):
            tree = to_python_ast(self.tree, None, self.operators_name)
            return print_tree(tree, _docstring_margin(self.tree))

    @forkable_property
    def line_map(self) -> dict[int, Origin]:
        """The origin of each line of `text`, from 1."""
        return line_map_of(
            self._printed.lines, self.filename, self.source.lines, self._spans
        )

    def lowered(self) -> ast.stmt:
        """The tree to run, of the classes of Python's `ast`."""
        lowered: ast.stmt = to_python_ast(
            self.tree, self.is_plain_read, self.operators_name
        )
        return lowered

    def is_plain_read(self, call: Node) -> bool:
        """Whether a call of `ld` may run as the plain name: it always has a value."""
        return (
            is_read(call)
            and isinstance(call.func.value, OwnName)
            and isinstance(call.args[0], gast.Name)
            and call.args[0].id not in self.undefined_names
        )


_QUOTES = '"""'


def _docstring_margin(tree: Node) -> int:
    """How far docstrings are moved to the left, as if dedented with the code."""
    margins = [
        len(line) - len(line.lstrip())
        for node in walk_statements(tree)
        if isinstance(node, gast.FunctionDef)
        for line in (_docstring_of(node) + _QUOTES).split("\n")[1:]
        if line.strip()
    ]
    return min([8, *margins])


def _docstring_of(node: Node) -> str:
    first = node.body[0]
    if isinstance(first, gast.Expr) and isinstance(first.value, gast.Constant):
        return str(first.value.value)
    return ""


def convert_function(
    function: FunctionType,
    options: ConversionOptions,
    until: str | None = None,
    unsure: frozenset[str] = frozenset(),
) -> ConvertedSource:
    """Convert a Python function to functional Python.

    With `until`, stops after the converter of that name (see `passes_until`). The free
    variables in `unsure` may contain a placeholder for a variable without a value.

    Raises:
        SourceUnavailableError: there is no source text.
        UnsupportedSyntaxError: the function uses syntax with no converted form.
        LookupError: there is no converter called `until`.
    """
    code = function.__code__
    with guard_against_depth(code.co_filename, code.co_firstlineno):
        source = parse_function(function)
        try:
            return _convert(source, function, options, until, unsure)
        except ConversionError as error:
            raise _located(error, source) from error.__cause__


def convert_block(
    function: FunctionType,
    key: str,
    names: tuple[str, ...],
    options: ConversionOptions,
    nothing: str,
) -> ConvertedSource:
    """The body of the `with` at `key` ("line:column") as a function of no arguments.

    It shares the variables `names` with `function`, and returns `nothing` if the body
    ends without a `return`.
    """
    source = parse_function(function)
    mangle_private_names(source.tree, class_around(function.__qualname__))
    node = next(
        found
        for found in walk(source.tree)
        if isinstance(found, gast.With) and f"{found.lineno}:{found.col_offset}" == key
    )
    statements = without_annotations(node.body, [*names])
    first, last = statements[0], statements[-1]
    declared = {
        name
        for found in walk(source.tree, into_scopes=False)
        if isinstance(found, gast.Global)
        for name in found.names
    }
    head = [place(gast.Nonlocal(sorted(names)), first)]
    if declared:
        head.append(place(gast.Global(sorted(declared)), first))
    end = place(gast.Return(gast.Constant(nothing, None)), last)
    tail = [] if isinstance(last, gast.Return) else [end]
    body = [*(head if head[0].names else head[1:]), *statements, *tail]
    name = function.__name__
    made = gast.FunctionDef(name, _NO_ARGUMENTS, body, [], None, None, [])
    block = source._replace(tree=place(made, first))
    return _convert(block, function, options, None)


_NO_ARGUMENTS = gast.arguments([], [], None, [], [], None, [])


def _located(error: ConversionError, source: FunctionSource) -> ConversionError:
    if error.filename is not None:
        return error
    node = source.tree
    text = source.lines[node.lineno - 1]
    return type(error)(error.message, source.filename, node.lineno, text)


def _convert(
    source: FunctionSource,
    function: FunctionType,
    options: ConversionOptions,
    until: str | None,
    unsure: frozenset[str] = frozenset(),
) -> ConvertedSource:
    tree, spans = source.tree, tuple(function_spans(source.tree))
    has_staged_form = not runs_as_it_is(tree)
    if isinstance(tree, gast.Lambda):
        target = OwnName("tf__lam", gast.Store())
        tree = gast.copy_location(gast.Assign([target], tree, None), tree)
    mangle_private_names(tree, class_around(_place_of(function)))
    note_reads_of_all(tree, source.text)
    names = NameGenerator(names_used_in(tree))
    # The text says whether the user has such a name, also as a mere parameter.
    operators = names.new(f"{OPERATORS}_1") if OPERATORS in source.text else OPERATORS
    conversion = Conversion(tree, options, names, _resolver(function))
    conversion.undefined |= unsure
    run(conversion, passes_until(until, options))
    undefined = frozenset(conversion.undefined)
    return ConvertedSource(
        conversion.tree, source, operators, undefined, spans, has_staged_form
    )


def _place_of(function: FunctionType) -> str:
    # The code's own name, where there is one: `functools.wraps` changes the other.
    return getattr(function.__code__, "co_qualname", function.__qualname__)


def run(conversion: Conversion, stages: Iterator[Stage] | tuple[Stage, ...]) -> None:
    """Run converters over a tree, in order."""
    conversion.kinds = {node.__class__ for node in walk(conversion.tree)}
    for stage in stages:
        converter = stage.converter(conversion)
        if converter.has_work():
            conversion.tree = converter.convert(conversion.tree)
            conversion.kinds.update(converter.makes)
            conversion.forget_facts()


def passes_until(
    name: str | None, options: ConversionOptions | None = None
) -> tuple[Stage, ...]:
    """The stages up to the converter called `name`, or all, under `options`.

    Raises:
        LookupError: no converter has this name.

    >>> [stage.name for stage in passes_until("directives")]
    ['functions', 'directives']
    """
    options = options or ConversionOptions()
    names = [stage.name for stage in PIPELINE]
    if name is not None and name not in names:
        from difflib import get_close_matches

        close = get_close_matches(name, names, n=1)
        near = f"did you mean {close[0]!r}?" if close else ""
        every = f"there are: {', '.join(names)}."
        raise LookupError(f"no pass {name!r}; {near or every}")
    count = len(PIPELINE) if name is None else names.index(name) + 1
    return tuple(
        stage
        for stage in PIPELINE[:count]
        if stage.feature is None or options.uses(stage.feature)
    )


def _resolver(function: FunctionType) -> Callable[[Node], Any]:
    def resolve(node: Node) -> Any:
        name = qualified_name(node)
        if name is None or "[" in name.text:
            return None
        first, *attributes = name.text.split(".")
        value = _closure_of(function).get(first)
        if value is None:
            value = function.__globals__.get(first)
        for attribute in attributes:
            value = getattr(value, attribute, None)
        return value

    return resolve


def _closure_of(function: FunctionType) -> dict[str, Any]:
    found: dict[str, Any] = {}
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet
    return found


def show_pass(code: str, converter: type[Converter]) -> str:
    """The output of one converter alone for the function in `code`; for its example."""
    from autograph import set_loop_options

    tree = gast.parse(textwrap.dedent(code).strip()).body[0]
    names = NameGenerator(names_used_in(tree))
    known = {"set_loop_options": set_loop_options}
    conversion = Conversion(
        tree, ConversionOptions(), names, lambda node: known.get(to_text(node))
    )
    run(conversion, (Stage(converter, ""),))
    return to_text(conversion.tree)
