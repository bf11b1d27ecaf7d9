"""Top-level statements of a module, with the functions in them converted."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from autograph.errors import UnsupportedSyntaxError
from autograph.options import ConversionOptions
from autograph.pipeline import ConvertedSource, convert_function
from autograph.policy import is_marked
from autograph.syntax.lowering import to_python_ast
from autograph.syntax.module_parts import ModuleParts
from autograph.syntax.templates import OPERATORS
from autograph.syntax.variable_roles import OPERAND, RoleName, unmarked

__all__ = ["MARKS", "StatementConverter"]

_OPTIONS = ConversionOptions()
_OPTIMIZED = 0x1  # inspect.CO_OPTIMIZED: the code of a function, not of a class
MARKS = "__autograph_artifacts__"
"""The variable that holds the marks; ours as Python reserves such names."""


class StatementConverter(ast.NodeTransformer):
    """Converts the functions, methods and lambdas of one module's statements.

    They need not be alive: their code is compiled from the module's source.
    """

    def __init__(self, module: ModuleType, parts: ModuleParts) -> None:
        self._module = module
        self._codes = list(_codes_outside_functions(parts.code))
        self._path: list[str] = []
        self._lambdas = _lambdas_by_place(parts)
        self.operators_name = _free_name(parts.text)
        self.notes: list[str] = []

    def __call__(self, statement: ast.stmt) -> ast.stmt:
        """The converted statement.

        Raises:
            ConversionError: a function in it cannot be converted.
        """
        return self.visit(statement)  # type: ignore[no-any-return]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._path.append(node.name)
        node.body = [self.visit(each) for each in node.body]
        self._path.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self._is_left_alone(node):
            return node
        line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        place = node.name, line
        found = (c for c in self._codes if (c.co_name, c.co_firstlineno) == place)
        code = next(found, None)
        if code is None:
            return node  # in a branch that never runs, which has no code
        try:
            converted = self._converted(code)
        except UnsupportedSyntaxError as error:
            self._note(node, f"{node.name} is left as it is: {error.message}")
            return node
        made = self._as_ast(converted)
        made.name, made.returns = node.name, node.returns
        made.decorator_list = [*node.decorator_list, _mark(code)]
        _restore_defaults(made, node)
        return made  # type: ignore[no-any-return]

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self._note(node, f"{node.name} is left as it is: it is a coroutine")
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        code = self._lambdas.get((node.lineno, node.col_offset))
        if code is None:
            self._note(node, "a lambda is left as it is: its code cannot be found")
            return node
        made = self._as_ast(self._converted(code)).value
        _restore_defaults(made, node)
        marked = ast.Call(_mark(code), [made], [])
        return ast.copy_location(marked, node)

    def _converted(self, code: CodeType) -> ConvertedSource:
        cells = tuple(CellType() for _ in code.co_freevars)
        names = vars(self._module)
        function = FunctionType(code, names, code.co_name, None, cells)
        function.__qualname__ = ".".join([*self._path, code.co_name])
        return convert_function(function, _OPTIONS)

    def _as_ast(self, converted: ConvertedSource) -> Any:
        name = self.operators_name
        tree = to_python_ast(converted.tree, converted.is_plain_read, name)
        return _AsText().visit(tree)

    def _is_left_alone(self, node: ast.FunctionDef) -> bool:
        """Whether a decorator keeps the function from being converted."""
        for each in node.decorator_list:
            for keyword in getattr(each, "keywords", ()):
                value = keyword.value
                is_off = isinstance(value, ast.Constant) and value.value is False
                if keyword.arg == "autograph" and is_off:
                    return True
        live = self._live(node.name)
        is_wrapper = hasattr(live, "__wrapped__") and not hasattr(
            live, "python_function"
        )
        return is_wrapper and is_marked(live)

    def _live(self, name: str) -> Any:
        found: Any = self._module
        for part in (*self._path, name):
            found = inspect.getattr_static(found, part, None)
        return getattr(found, "__func__", found)

    def _note(self, node: Any, text: str) -> None:
        self.notes.append(f"{self._module.__file__}:{node.lineno}: {text}")


class _AsText(ast.NodeTransformer):
    """What runs, without the names that only the loader can give it.

    Names with roles are made by calls.
    """

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        if node.vararg is not None and node.vararg.arg == OPERAND:
            node.vararg = None
        self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> Any:
        name = unmarked(node.value)
        if type(name) is not RoleName:
            return node
        text = f"{MARKS}.with_role({str(name)!r}, {name.role.value!r})"
        made = ast.parse(text, mode="eval").body
        return ast.copy_location(made, node)


def _free_name(text: str) -> str:
    """A variable for the operators that the module does not have."""
    name, number = OPERATORS, 0
    while name in text:
        number += 1
        name = f"{OPERATORS}_{number}"
    return name


def _codes_outside_functions(code: CodeType) -> Iterator[CodeType]:
    """Code objects of the functions at the top level of a module or of its classes."""
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            continue
        is_function = constant.co_flags & _OPTIMIZED
        if is_function and not constant.co_name.startswith("<generic"):
            yield constant
        # what is inside a lambda is converted with the lambda
        is_inner = constant.co_name.startswith("<") and constant.co_name != "<lambda>"
        if not is_function or is_inner:
            yield from _codes_outside_functions(constant)


def _lambdas_by_place(parts: ModuleParts) -> dict[tuple[int, int], CodeType]:
    """The code of each lambda outside of functions, by line and column.

    Code tells only the line. Its order, which is that of evaluation, is found by
    compiling the text again with a line of its own for each lambda.
    """
    tree = ast.parse(parts.text)
    places: list[tuple[int, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            places.append((node.lineno, node.col_offset))
            node.lineno = node.end_lineno = len(places)
            node.col_offset = node.end_col_offset = 0
    numbered = compile(tree, parts.code.co_filename, "exec", dont_inherit=True)
    order = [places[each.co_firstlineno - 1] for each in _lambdas(numbered)]
    codes = list(_lambdas(parts.code))
    if [line for line, _ in order] != [each.co_firstlineno for each in codes]:
        return {}  # equal lambdas of a line may share their code
    return dict(zip(order, codes))


def _lambdas(code: CodeType) -> Iterator[CodeType]:
    found = _codes_outside_functions(code)
    return (each for each in found if each.co_name == "<lambda>")


def _mark(code: CodeType) -> ast.Call:
    names, functions = dict[str, None](), dict[str, None]()
    _collect(code, names, functions)
    given = [sorted(names)] + ([sorted(functions)] if functions else [])
    text = ", ".join(repr(tuple(each)) for each in given)
    made: Any = ast.parse(f"{MARKS}.converted({text})", mode="eval").body
    return made  # type: ignore[no-any-return]


def _collect(
    code: CodeType, names: dict[str, None], functions: dict[str, None]
) -> None:
    for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
        names[name] = None
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if not constant.co_name.startswith("<"):
                functions[constant.co_name] = None
            _collect(constant, names, functions)


def _restore_defaults(made: Any, node: ast.FunctionDef | ast.Lambda) -> None:
    made.args.defaults = node.args.defaults
    made.args.kw_defaults = node.args.kw_defaults
