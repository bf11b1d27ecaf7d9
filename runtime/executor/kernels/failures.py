"""Error messages of kernels: the reason, the node, and the user's source line."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Final

import numpy as np

from graphir import errors
from graphir.node import Node
from graphir.ops.contract.failures import error_class, reason
from graphir.origin import Frame, Origin
from runtime.errors import is_raised_by_user

SITES_NAME: Final = "__sites__"
"""The global of a generated function that maps its lines to nodes."""


def explained(error: Exception) -> Exception:
    """An error of TensorFlow's class, with node and source line, for a program's error.

    An error that has these already, or was raised outside of nodes, is returned as is.
    The generated functions that it has left let go of their values, which may be locks.
    """
    told = _told(error)
    generated = error.__traceback__
    if is_raised_by_user(error):
        error.__traceback__ = _users_traceback(generated)
    _let_go(generated)
    return told


def _let_go(traceback: TracebackType | None) -> None:
    """Empties the generated functions of a traceback, which an error keeps alive."""
    while traceback is not None:
        frame, traceback = traceback.tb_frame, traceback.tb_next
        if SITES_NAME in frame.f_globals:
            with suppress(RuntimeError):  # it runs yet
                frame.clear()
                _ = frame.f_locals  # until Python 3.12 a copy, which this renews


def _users_traceback(traceback: TracebackType | None) -> TracebackType | None:
    """The user's lines of the node that raised, in place of the generated ones."""
    found = _failed_node(traceback)
    if found is None or found[0].origin is None:
        return traceback
    told, inner = None, None
    for each in found[0].origin.frames:  # innermost first
        # a branch was recorded by its statement, which is no call of the user's
        if inner is not None and _is_around(each, inner):
            continue
        frame = _frame_at(each)
        told = TracebackType(told, frame, frame.f_lasti, each.line)
        inner = each
    return told or traceback


def _is_around(outer: Frame, inner: Frame) -> bool:
    """Whether the outer of two neighbours is a statement around the inner one."""
    same = outer.filename == inner.filename and outer.function == inner.function
    return same and outer.line <= inner.line


def _frame_at(place: Frame) -> FrameType:
    """A frame that tracebacks show as a line of the user's function."""
    tree = ast.parse("frame()", mode="eval")
    whole = linecache.getline(place.filename, place.line).rstrip().encode()
    start = len(whole) - len(whole.lstrip())
    for each in ast.walk(tree):
        if isinstance(each, ast.expr):  # the whole line: no part of it is underlined
            each.lineno = each.end_lineno = place.line
            each.col_offset, each.end_col_offset = start, len(whole)
    code = compile(tree, place.filename, "eval")
    code = code.replace(co_name=place.function or "<module>")
    if sys.version_info >= (3, 11):
        code = code.replace(co_qualname=code.co_name)
    with _unobserved():
        found: FrameType = eval(code, {"frame": sys._getframe})
    return found


@contextmanager
def _unobserved() -> Iterator[None]:
    """Without debuggers and profilers, which would see a call of the user."""
    trace, profile = sys.gettrace(), sys.getprofile()
    sys.settrace(None)
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(profile)
        sys.settrace(trace)


def _told(error: Exception) -> Exception:
    if isinstance(error, errors.GraphirError) or _is_explained(error):
        return error
    found = _failed_node(error.__traceback__)
    if found is None:
        return error
    node, inputs = found
    return explained_at(error, node, inputs)


def explained_at(
    error: Exception, node: Node, inputs: Sequence[Any] | None
) -> Exception:
    """An error of TensorFlow's class, with source lines, for a kernel's error."""
    if isinstance(error, errors.GraphirError) or _is_explained(error):
        return error
    kind = error_class(error)
    message = f"{reason(error)}\n{_where(node, inputs)}"
    told = kind(None, node, message)
    told.__cause__ = None if isinstance(error, errors.OpError) else error
    return told


def _is_explained(error: Exception) -> bool:
    if isinstance(error, errors.OpError) and isinstance(error.op, Node):
        return True
    return is_raised_by_user(error)


def _failed_node(
    traceback: TracebackType | None,
) -> tuple[Node, list[Any] | None] | None:
    """The node of the innermost generated line in the traceback, and its inputs."""
    found = None
    while traceback is not None:
        sites = traceback.tb_frame.f_globals.get(SITES_NAME)
        if sites is not None and traceback.tb_lineno <= len(sites):
            site = sites[traceback.tb_lineno - 1]
            if site is not None:
                found = site, traceback.tb_frame
        traceback = traceback.tb_next
    if found is None:
        return None
    (node, names), frame = found
    known = {**frame.f_globals, **frame.f_locals}
    inputs = [known[name] for name in names if name in known]
    return node, inputs if len(inputs) == len(node.inputs) else None


def _where(node: Node, inputs: Sequence[Any] | None) -> str:
    text = f"  in node '{node.name}' ({node.op})"
    if inputs:
        text += f" of {', '.join(map(_input_text, inputs, node.inputs))}"
    return "\n".join([text, *_places(node.origin)])


def _places(origin: Origin | None) -> Iterator[str]:
    """The user's source lines of the op, then of its callers while tracing."""
    if origin is None:
        return
    frames = {
        (frame.filename, frame.line): frame
        for source in reversed(origin.sources)
        for frame in reversed(source)
    }
    for position, frame in enumerate(reversed(frames.values())):
        function = f" in {frame.function}" if frame.function else ""
        code = f": {frame.text}" if frame.text else ""
        link = "from" if position else "made at"
        yield f"  {link} {frame.filename}:{frame.line}{function}{code}"


def _input_text(array: Any, value: Any) -> str:
    if not value.dtype.has_numpy:
        return str(value.dtype.name)
    return f"{value.dtype.name}[{','.join(map(str, np.shape(array)))}]"
