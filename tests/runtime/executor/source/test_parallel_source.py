"""Long steps that need nothing of each other run at once, and give the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import runtime as tf
from graphir.compute.threads import SETTINGS
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from runtime.executor.profiles import Profile


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    before = SETTINGS.for_steps
    SETTINGS.for_steps = 2
    yield
    SETTINGS.for_steps = before


def compiled(size: int, body: str, results: str) -> Program:
    inputs = f"%x: f64[{size},{size}], %y: f64[{size},{size}]"
    graph = parse_graph(f"graph @main({inputs}) -> ({results}) {{\n{body}\n}}\n")
    return compile_graph(graph, graph.inputs, graph.outputs)


INVERSES = "%a = MatrixInverse(%x)\n%b = MatrixInverse(%y)\n%c = AddV2(%a, %b)"


def matrices(size: int) -> list[np.ndarray]:
    source = np.random.RandomState(3)
    return [source.standard_normal((size, size)) + 9 * np.eye(size) for _ in "xy"]


def test_independent_steps_run_at_once() -> None:
    program = compiled(100, INVERSES, "%c")
    x, y = matrices(100)
    assert "at_once(" in program.source
    np.testing.assert_array_equal(program(x, y)[0], np.linalg.inv(x) + np.linalg.inv(y))


def test_threads_take_them() -> None:
    x, y = matrices(300)
    threads = set()
    for _ in range(50):
        profile = Profile()
        compiled(300, INVERSES, "%c").timed(profile)(x, y)
        inverses = [e for e in profile.events if e.node.op == "MatrixInverse"]
        threads.add(len({event.thread for event in inverses}))
        if 2 in threads:
            return
    pytest.fail(f"one thread did all the work: {threads}")


def test_results_of_several_outputs_are_taken_apart() -> None:
    body = (
        "%s, %u, %v = Svd(%x)\n%e, %w = SelfAdjointEigV2(%y)\n"
        "%a, %b, %c = Svd(%y)\n%d = Cholesky(%y)"
    )
    x, y = matrices(80)
    y = y @ y.T
    s, e, a, d = compiled(80, body, "%s, %e, %a, %d")(x, y)
    np.testing.assert_allclose(s, np.linalg.svd(x)[1])
    np.testing.assert_allclose(e, np.linalg.eigh(y)[0])
    np.testing.assert_allclose(a, np.linalg.svd(y)[1])
    np.testing.assert_allclose(d, np.linalg.cholesky(y))


@pytest.mark.parametrize(
    ("size", "body"),
    [
        (20, INVERSES),
        (100, "%a = MatrixInverse(%x)\n%b = MatrixInverse(%a)\n%c = AddV2(%a, %b)"),
    ],
)
def test_small_or_dependent_steps_run_one_by_one(size: int, body: str) -> None:
    assert "at_once" not in compiled(size, body, "%c").source


def test_the_failing_step_is_named() -> None:
    x, _ = matrices(100)
    with pytest.raises(tf.errors.InvalidArgumentError, match="'b' \\(MatrixInverse\\)"):
        compiled(100, INVERSES, "%c")(x, np.zeros((100, 100)))
