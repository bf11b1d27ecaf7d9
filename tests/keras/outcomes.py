"""A plugin of pytest that writes the outcome of each test as a line of JSON.

It also gives Keras' tests what stands at the root of its repository and not in its
wheel: the module `conftest`, and the marks.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LOG = Path(os.environ.get("KERAS_OUTCOMES", os.devnull))
SECONDS = int(os.environ.get("KERAS_TEST_SECONDS", "120"))
"""How long a test may take."""
MARKS = (
    "requires_trainable_backend",
    "multi_device",
    "requires_gpu",
    "requires_tpu",
)


class TookTooLongError(BaseException):
    """A test ran past its time."""


def put(**outcome: Any) -> None:
    with LOG.open("a") as lines:
        lines.write(json.dumps(outcome) + "\n")


def lasting(test: str) -> str:
    """The id of a test without addresses in memory, which differ between processes."""
    return re.sub(r"0x[0-9a-f]{6,}\b", "0x", test)


def pytest_configure(config: pytest.Config) -> None:
    for mark in MARKS:
        config.addinivalue_line("markers", f"{mark}: of Keras")
    signal.signal(signal.SIGALRM, _stop)
    conftest = types.ModuleType("conftest")
    conftest.skip_if_backend = _skip_if_backend  # type: ignore[attr-defined]
    sys.modules["conftest"] = conftest


def _stop(*_: object) -> None:
    raise TookTooLongError(f"more than {SECONDS} seconds")


def _skip_if_backend(backend: str, reason: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(backend == "tensorflow", reason=reason)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Two files take a few references from jax: while they are read it is NumPy."""
    import numpy as np

    disguise, names = types.ModuleType("jax"), types.ModuleType("jax.numpy")
    names.__dict__.update({k: v for k, v in vars(np).items() if not k.startswith("__")})
    disguise.numpy = names  # type: ignore[attr-defined]
    import keras  # noqa: F401 - looks for jax itself

    sys.modules["jax"], sys.modules["jax.numpy"] = disguise, names
    yield
    for name in ("jax", "jax.numpy"):
        sys.modules.pop(name, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves out what has run, and what is not asked for."""
    done = _ids("KERAS_DONE") or frozenset()
    wanted = _ids("KERAS_WANTED")
    items[:] = [
        item
        for item in items
        if lasting(item.nodeid) not in done
        and (wanted is None or lasting(item.nodeid) in wanted)
    ]


def _ids(variable: str) -> frozenset[str] | None:
    path = os.environ.get(variable)
    return frozenset(json.loads(Path(path).read_text())) if path else None


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        put(
            id=lasting(report.nodeid),
            outcome="not collected",
            why=str(report.longrepr)[-2000:],
        )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    put(started=lasting(item.nodeid))
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    signal.alarm(SECONDS)
    result = yield
    signal.alarm(0)
    if result.excinfo and issubclass(result.excinfo[0], TookTooLongError):
        result.force_exception(RuntimeError(f"took too long: {result.excinfo[1]}"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "call" and report.outcome == "passed":
        return
    why = ""
    if report.outcome == "failed":
        why = report.longreprtext[-4000:]
    elif report.outcome == "skipped":
        reason = report.longrepr
        why = str(reason[2] if isinstance(reason, tuple) else reason)[:300]
    outcome = "failed" if report.outcome == "failed" else report.outcome
    put(
        id=lasting(report.nodeid),
        outcome=outcome,
        why=why,
        seconds=round(report.duration, 3),
    )
