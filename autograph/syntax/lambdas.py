"""Finds the lambda expression in a file from which a code object was compiled.

Several lambdas may start on one line. If the interpreter records columns (3.11 and
later), they decide, otherwise the bytecode: lambdas with equal bytecode are
interchangeable.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType

from autograph.syntax.repeated_warnings import without_repeated_warnings

__all__ = ["lambdas_of_code"]


def lambdas_of_code(text: str, code: CodeType) -> list[ast.Lambda]:
    """The lambdas in the file `text` that `code` may come from, likeliest first.

    They are kept for other lambdas of the file: change copies only.

    Raises:
        SyntaxError: `text` is not Python.
    """
    known = _lambdas_in(text).get(code.co_firstlineno, ())
    found = [node for node in known if _has_same_arguments(node, code)]
    if len(found) > 1 and sys.version_info >= (3, 11):
        span = _span(code)
        inside = [node for node in found if _body_span(node) == span]
        found = inside or found
    if len(found) > 1:
        found = _with_same_code(found, text, code) or found
    return found


@lru_cache(maxsize=16)
@without_repeated_warnings()
def _lambdas_in(text: str) -> dict[int, list[ast.Lambda]]:
    """The lambdas of a file by their lines: one parse for all of them."""
    found: dict[int, list[ast.Lambda]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _has_same_arguments(node: ast.Lambda, code: CodeType) -> bool:
    arguments = node.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    count = code.co_argcount + code.co_kwonlyargcount
    return tuple(name.arg for name in names) == code.co_varnames[:count]


def _span(code: CodeType) -> tuple[int, int]:
    """The line and column at which the body of the lambda ends."""
    ends = [
        (end_line, end_column)
        for _, end_line, _, end_column in code.co_positions()  # type: ignore[attr-defined, unused-ignore]
        if end_line is not None and end_column
    ]
    return max(ends, default=(0, 0))


def _body_span(node: ast.Lambda) -> tuple[int, int]:
    return node.body.end_lineno or 0, node.body.end_col_offset or 0


def _with_same_code(
    nodes: list[ast.Lambda], text: str, code: CodeType
) -> list[ast.Lambda]:
    """The lambdas whose bytecode equals `code`; equal ones are interchangeable."""
    try:
        compiled = _codes_in(text, code.co_filename)
        places = _places_in_order(text)
    except (SyntaxError, ValueError):
        return []
    order = sorted(nodes, key=lambda node: places[node.lineno, node.col_offset])
    same = [found for found in compiled if _starts_with(found, code)]
    if len(same) != len(order):
        return []
    return [
        node
        for node, found in zip(order, same, strict=True)
        if found.co_code == code.co_code
        and found.co_names == code.co_names
        and found.co_consts == code.co_consts
    ]


@lru_cache(maxsize=4)
@without_repeated_warnings()
def _codes_in(text: str, filename: str) -> tuple[CodeType, ...]:
    return tuple(_lambda_codes(compile(text, filename, "exec", dont_inherit=True)))


@lru_cache(maxsize=4)
@without_repeated_warnings()
def _places_in_order(text: str) -> dict[tuple[int, int], int]:
    """The number of each lambda, by line and column, in the order of evaluation.

    That is the order of their code, and not always that of the text: the value of an
    assignment comes before its target. A line of its own for each lambda tells it.
    """
    tree = ast.parse(text)
    places: list[tuple[int, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            places.append((node.lineno, node.col_offset))
            node.lineno = node.end_lineno = len(places)
            node.col_offset = node.end_col_offset = 0
    numbered = compile(tree, "<numbered>", "exec", dont_inherit=True)
    codes = _lambda_codes(numbered)
    found = {places[each.co_firstlineno - 1]: at for at, each in enumerate(codes)}
    # what is in no code, as in a branch that never runs, comes last
    return dict.fromkeys(places, len(places)) | found


def _starts_with(found: CodeType, code: CodeType) -> bool:
    count = code.co_argcount + code.co_kwonlyargcount
    return (
        found.co_firstlineno == code.co_firstlineno
        and found.co_argcount + found.co_kwonlyargcount == count
        and found.co_varnames[:count] == code.co_varnames[:count]
    )


def _lambda_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name == "<lambda>":
                yield constant
            yield from _lambda_codes(constant)
