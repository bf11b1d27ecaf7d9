"""pytest plugin, installed with the package: goldens of generated code.

A test calls `autograph_golden(function, "function.expected.py")`; the file lies beside
the test. `pytest --autograph-update` rewrites the files and prints what changed.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .output.goldens import Golden

if TYPE_CHECKING:
    from collections.abc import Callable

CHANGED = "autograph golden"
"""The user property of a report that holds the difference written to a golden."""


def pytest_configure() -> None:
    """Find public modules first again.

    pytest's own finder stands before all others, and takes the modules of packages that
    bring a plugin from their folders.
    """
    if "runtime" in sys.modules:
        from runtime.names.finder import install

        install()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--autograph-update`."""
    parser.getgroup("autograph").addoption(
        "--autograph-update",
        action="store_true",
        help="rewrite the golden files of autograph_golden and print what changed",
    )


@pytest.fixture
def autograph_golden(
    request: pytest.FixtureRequest,
) -> Callable[[Callable[..., Any], str | Path], None]:
    """Compare `autograph.to_code(function)` with a file beside the test.

    The test fails with a unified diff if they differ or if there is no file.
    """

    def compare(function: Callable[..., Any], path: str | Path) -> None:
        import autograph

        golden = Golden(request.path.parent / path, autograph.to_code(function))
        reproduce = _command_for(function)
        check_golden(request, golden, "--autograph-update", reproduce)

    return compare


def check_golden(
    request: pytest.FixtureRequest, golden: Golden, option: str, reproduce: str = ""
) -> None:
    """Fail the test if the golden differs, or rewrite it if `option` was given."""
    __tracebackhide__ = True
    if golden.agrees:
        return
    difference = golden.difference()
    if request.config.getoption(option.lstrip("-").replace("-", "_")):
        golden.write()
        request.node.user_properties.append((CHANGED, difference))
        return
    state = "differs from the golden" if golden.exists else "has no golden file yet"
    hints = [f"reproduce with: {reproduce}"] if reproduce else []
    hints.append(f"accept with: pytest {option} '{request.node.nodeid}'")
    pytest.fail(
        "\n".join([f"the text {state}:", difference, "", *hints]), pytrace=False
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print each difference that was written to a golden file."""
    changes = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == CHANGED
    ]
    if not changes:
        return
    terminalreporter.section("goldens rewritten")
    for change in dict.fromkeys(changes):
        terminalreporter.write_line(change)


def _command_for(function: Callable[..., Any]) -> str:
    plain = inspect.unwrap(getattr(function, "python_function", function))
    code = getattr(plain, "__code__", None)
    if code is None:
        return ""
    return f"autograph code {code.co_filename}:{plain.__qualname__}"
