"""pytest plugin, installed with the package: goldens of code, graphs and passes.

A test calls `autograph_golden(function, "function.expected.py")`, or, for the graph
that is traced for some arguments, `autograph_golden(function, "function.graph.txt",
args=...)`; the file lies beside the test. `pytest --autograph-update` rewrites the
files and prints the differences.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import pytest

from .output.goldens import Golden, graph_text, passes_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CHANGED = "autograph golden"
"""The user property of a report that holds the difference written to a golden."""


_STATES: Final = {
    "differs": "differs from the golden",
    "does not exist": "has no golden file yet",
}


class CompareGolden(Protocol):
    """The fixture's function."""

    def __call__(
        self,
        function: Callable[..., Any],
        path: str | Path,
        *,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        shows: Literal["traced", "optimized", "passes"] = "traced",
    ) -> None:
        """Compares the text of a function or of its graph with a file."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares `--autograph-update`; public modules of `runtime` stay importable.

    pytest rewrites assertions in this whole distribution, since it has a plugin. If
    `runtime` was imported before pytest, pytest's importer comes before the finder of
    the public modules.
    """
    finder = sys.modules.get("runtime.names.finder")
    if finder is not None:
        finder.install()
    parser.getgroup("autograph").addoption(
        "--autograph-update",
        action="store_true",
        help="rewrite the golden files of autograph_golden and print what changed",
    )


@pytest.fixture
def autograph_golden(request: pytest.FixtureRequest) -> CompareGolden:
    """Compare `autograph.to_code(function)`, or a graph, with a file beside the test.

    With `args` or `kwargs` it is the listing of the graph that is traced for them:
    specs, tensors and Python values; `shows="optimized"` compares the optimized graph,
    `"passes"` the rewrites of each pass of the optimizer, by rule. The test fails with
    a unified diff if the texts differ or if there is no file.
    """

    def compare(
        function: Callable[..., Any],
        path: str | Path,
        *,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        shows: Literal["traced", "optimized", "passes"] = "traced",
    ) -> None:
        import autograph

        if args is None and kwargs is None:
            text, verb = autograph.to_code(function), "code"
        else:
            given = tuple(args or ()), dict(kwargs or {})
            verb = "optimize" if shows == "passes" else "graph"
            text = _graph_text(function, *given, shows)
        golden = Golden(request.path.parent / path, text)
        reproduce = _command_for(function, verb)
        check_golden(request, golden, "--autograph-update", reproduce)

    return compare


def _graph_text(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    shows: str,
) -> str:
    """The listing of the traced or optimized graph, or the log of the passes."""
    import runtime as tf
    from graphir.passes.optimizer import optimize_graph

    if not hasattr(function, "get_concrete_function"):
        function = tf.function(function)
    concrete = function.get_concrete_function(*args, **kwargs)
    if shows == "passes":
        return passes_text(optimize_graph(concrete.graph.ir.copy()))
    is_optimized = shows == "optimized"
    traced = concrete.optimized_graph if is_optimized else concrete.graph
    return graph_text(traced.ir.copy())


def check_golden(
    request: pytest.FixtureRequest, golden: Golden, option: str, reproduce: str = ""
) -> None:
    """Fail the test if the golden differs, or rewrite it under the `option`."""
    __tracebackhide__ = True
    if golden.agrees:
        return
    difference = golden.difference()
    if request.config.getoption(option.lstrip("-").replace("-", "_")):
        golden.write()
        request.node.user_properties.append((CHANGED, difference))
        return
    state = _STATES.get(golden.state, f"has a golden file that {golden.state}")
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


def _command_for(function: Callable[..., Any], verb: str) -> str:
    plain = inspect.unwrap(getattr(function, "python_function", function))
    code = getattr(plain, "__code__", None)
    if code is None:
        return ""
    return f"autograph {verb} {code.co_filename}:{plain.__qualname__}"
