"""A pytest plugin: each test runs converted, and all that it calls.

`PYTHONPATH=tests/real pytest -p converting` turns it on. With `REAL_RESULTS=FILE`, what
became of each test is written there; with `REAL_PLAIN=1` nothing is converted, to
compare with.
"""

from __future__ import annotations

import json
import os
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import pytest

from autograph import AutoGraphError, to_graph
from autograph.policy import is_marked

_outcomes: dict[str, str] = {}
_counts = {"converted": 0, "as they are": 0}


def converted_test(test: Any) -> Any:
    """`test` converted; itself where it has no source, or is marked."""
    function = test.__func__ if isinstance(test, MethodType) else test
    if not isinstance(function, FunctionType) or is_marked(function):
        return test
    try:
        made = to_graph(test)
    except AutoGraphError:
        return test
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Put the converted test in place of the test."""
    if not os.environ.get("REAL_PLAIN"):
        put_converted(item)


def put_converted(item: pytest.Item) -> None:
    """Let `item` run its function converted, if it is one that can be."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("as_written"):
        return
    made = converted_test(item.obj)
    _counts["as they are" if made is item.obj else "converted"] += 1
    if made is item.obj:
        return
    if isinstance(getattr(item, "instance", None), unittest.TestCase):
        setattr(item.instance, item.name, made)
    item.obj = made


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Note what became of the test."""
    result: Any = yield
    report = result.get_result()
    if report.when == "call" or report.outcome != "passed":
        _outcomes[item.nodeid] = report.outcome


def pytest_sessionfinish() -> None:
    """Write the results for who asked."""
    path = os.environ.get("REAL_RESULTS")
    if path:
        found = {"outcomes": _outcomes, "counts": _counts}
        Path(path).write_text(json.dumps(found))
