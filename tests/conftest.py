"""Fixtures of every test: goldens, hypothesis profiles, a live TensorFlow."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from autograph_tools.output.goldens import Golden
from autograph_tools.pytest_plugin import check_golden
from tests.real.converting import put_converted
from tests.tensorflow_process import TensorFlowProcess

# Code of another run must not be what is tested, and no test writes to the user's home.
os.environ["AUTOGRAPH_JIT_CACHE"] = "0"

# A shell that runs tests in the background has interrupts ignored; the children that
# tests start, and interrupt, would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Golden inputs are read by tests, not collected.
collect_ignore_glob = ["*/cases/*"]

# Busy machines are slow machines: time never fails a generated test.
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# The same examples each time: what is found must not depend on whose run it is.
settings.register_profile("nightly", settings.get_profile("ci"), max_examples=600)
# All that `make test-slow PROFILE=full` counts: more than an hour has room for.
settings.register_profile("full", settings.get_profile("ci"), max_examples=1000)
# New examples each time, for whoever looks for counterexamples.
settings.register_profile("search", settings.get_profile("full"), derandomize=False)
settings.load_profile(os.environ.get("AUTOGRAPH_HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--update-goldens`."""
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="rewrite the golden files and print what changed",
    )


def pytest_runtest_setup() -> None:
    """Begins each test without a global seed: an example before it may have set one."""
    seeds = sys.modules.get("runtime.random.seeds")
    if seeds is not None and seeds.GlobalSeed.value is not None:
        seeds.set_seed(None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """With AUTOGRAPH_CONVERT_TESTS=1, each test runs converted, and all it calls."""
    if os.environ.get("AUTOGRAPH_CONVERT_TESTS") == "1":
        put_converted(item)


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("update_goldens"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compare a whole text with a file: `golden(path, text, reproduce="command")`.

    `reproduce` is the command that prints the text; a failure shows it.
    """

    def compare(path: Path, text: str, reproduce: str = "") -> None:
        __tracebackhide__ = True
        check_golden(request, Golden(path, text), "--update-goldens", reproduce)

    return compare


@pytest.fixture(scope="session")
def tensorflow_python() -> Iterator[TensorFlowProcess]:
    """A live TensorFlow, in the interpreter AUTOGRAPH_TENSORFLOW_PYTHON names.

    `tensorflow_python.run(code, x=[1.0])` runs code that knows `tf` and `x`, and
    returns what it assigns to `result`, through JSON. Skips where there is none.
    """
    interpreter = os.environ.get("AUTOGRAPH_TENSORFLOW_PYTHON")
    if not interpreter:
        pytest.skip("AUTOGRAPH_TENSORFLOW_PYTHON names no Python with TensorFlow")
    with TensorFlowProcess(interpreter) as process:
        yield process
