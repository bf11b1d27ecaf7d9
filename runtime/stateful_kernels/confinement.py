"""Sandboxing of graphs from files: without permission they only read their folder.

A node that reads or writes files, or calls Python, gets an attribute when its graph is
loaded from a file; its kernel checks the attribute, which is kept when the node is
copied or inlined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.errors import PermissionDeniedError
from graphir.graph import Graph
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.registry import op_has

MARK: Final = "_confined_to"
"""The attribute: the folder that may be read; of Python calls an empty one."""

GRANTS: Final = frozenset({"files", "python"})
"""The permissions that a caller can grant."""

_MAGIC: Final = re.compile(r"[*?\[{]")


def check_grants(allow: Iterable[str]) -> frozenset[str]:
    """The granted permissions as a set.

    Raises:
      ValueError: for an unknown permission.
    """
    found = frozenset([allow] if isinstance(allow, str) else allow)
    if found - GRANTS:
        raise ValueError(
            f"allow= takes any of {sorted(GRANTS)}, not {sorted(found - GRANTS)}."
        )
    return found


def grant_needed(op: str) -> str:
    """The permission that an op in a graph from a file needs; empty for most.

    "all" for an op that runs another graph, which may need every permission.

    >>> grant_needed("WriteFile"), grant_needed("EagerPyFunc"), grant_needed("Relu")
    ('files', 'python', '')
    """
    if op_has(op, "calls_python"):
        return "python"
    if op_has(op, "reads_graphs"):
        return "all"
    is_of_files = op_has(op, "reads_files") or op_has(op, "writes_files")
    return "files" if is_of_files else ""


def confine(graph: Graph, folder: str, allow: Collection[str] = ()) -> None:
    """Marks the nodes of a graph, and of its functions, that need a permission."""
    graphs = [graph, *(each.body for each in graph.functions.values())]
    for each in graphs:
        for node in each:
            # what the file itself says here is not believed
            node.attrs.pop(MARK, None)
            grant = grant_needed(node.op)
            is_free = GRANTS.issubset(allow) if grant == "all" else grant in allow
            if grant and not is_free:
                node.attrs[MARK] = os.fsencode("" if grant == "python" else folder)


def confined(
    op: type[Op], factory: Callable[[Mapping[str, Attr]], Kernel]
) -> Callable[[Mapping[str, Attr]], Kernel]:
    """A kernel factory whose kernels check paths first if their node is confined."""
    if not op.path_argument:
        return factory
    names = [each.name for each in op.declared().inputs]
    places = [names.index(each) for each in op.path_argument.split()]
    action = "writes" if "writes_files" in op.all_traits() else "reads"

    def make(attrs: Mapping[str, Attr]) -> Kernel:
        kernel = factory(attrs)
        if MARK not in attrs:
            return kernel

        def asking(*arguments: Any) -> Any:
            for place in places:
                for each in np.ravel(np.asarray(arguments[place], object)):
                    check_path(attrs, os.fsdecode(each), action)
            return kernel(*arguments)

        return asking

    return make


def confine_as(graph: Graph, attrs: Mapping[str, Attr]) -> None:
    """Confines a graph that a node loads as the node is confined, if it is."""
    mark: Any = attrs.get(MARK)
    if mark is not None:
        confine(graph, os.fsdecode(mark))


def check_path(attrs: Mapping[str, Attr], path: str, action: str) -> None:
    """Refuses a path, or a pattern of paths, that the node of a kernel may not use.

    Raises:
      PermissionDeniedError: if the path is outside the graph's folder, or is written
        to.
    """
    mark: Any = attrs.get(MARK)
    if mark is None or not path:
        return
    folder = os.fsdecode(mark)
    if action != "writes" and folder and _is_within(path, folder):
        return
    raise PermissionDeniedError(
        None,
        None,
        f"A graph that was loaded from a file {action} {path!r}, which is outside of "
        "its folder. If you trust it, pass allow={'files'} where it is loaded or run.",
    )


def check_python(attrs: Mapping[str, Attr], *arrays: Any) -> None:
    """Refuses to call Python for a node of a graph that was loaded from a file.

    Raises:
      PermissionDeniedError: if the node has the attribute, so that Python is not
        allowed.
    """
    if MARK in attrs:
        raise PermissionDeniedError(
            None,
            None,
            "A graph that was loaded from a file calls a Python function of this "
            "process. If you trust it, pass allow={'python'} where it is loaded.",
        )


def _is_within(path: str, folder: str) -> bool:
    root = os.path.realpath(folder)
    fixed, *rest = _MAGIC.split(path, maxsplit=1)
    if rest:
        if ".." in rest[0].split("/"):
            return False
        fixed = os.path.dirname(fixed)
    return os.path.commonpath([root, os.path.realpath(fixed)]) == root


__all__ = [
    "GRANTS",
    "MARK",
    "check_grants",
    "check_path",
    "check_python",
    "confine",
    "confine_as",
    "confined",
    "grant_needed",
]
