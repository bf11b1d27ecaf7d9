"""Functions in processes that Ray starts; skipped where Ray is absent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.workers.ray_workers import _run_once
from tests.runtime.distribute.processes import LONG

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray")
needs_keras = pytest.mark.skipif(
    find_spec("keras") is None, reason="Ray's trainer imports Keras"
)

RUN = """
import json, os, sys
import runtime as tf

def train(folder):
    import runtime as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    rank = strategy.cluster_resolver.task_id
    with strategy.scope():
        v = tf.Variable(1.0)
        step = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(v=v, step=step)
    path = os.path.join(folder, str(rank))
    if os.path.exists(path + ".index"):
        checkpoint.read(path).assert_consumed()
    began = int(step)
    while int(step) < 4:
        if int(step) == 2 and not began and rank == 1:
            os._exit(1)
        v.assign(strategy.reduce("SUM", strategy.run(lambda: v + 0.0), axis=None))
        step.assign_add(1)
        checkpoint.write(path)
    return [float(v), began, strategy.num_replicas_in_sync]

found = tf.distribute.experimental.ray.run(
    train, workers=2, args=(sys.argv[1],), max_failures=1
)
print("RESULT " + json.dumps(found))
"""

TRAINER = """
import json, os, sys, tempfile
import ray
from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.tensorflow import TensorflowTrainer

def loop(config):
    import tensorflow as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        v = tf.Variable(0.0)
    v.assign_add(
        strategy.reduce("SUM", strategy.run(lambda: tf.constant(1.0)), axis=None)
    )
    with tempfile.TemporaryDirectory() as folder:
        tf.train.Checkpoint(v=v).write(os.path.join(folder, "saved"))
        is_first = train.get_context().get_world_rank() == 0
        checkpoint = Checkpoint.from_directory(folder) if is_first else None
        train.report({"v": float(v)}, checkpoint=checkpoint)

ray.init(num_cpus=4)
result = TensorflowTrainer(
    loop,
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(storage_path=sys.argv[1]),
).fit()
print("RESULT " + json.dumps([result.metrics["v"], result.checkpoint is not None]))
"""


def result_of(code: str, folder: Path, **variables: str) -> Any:
    program = folder / "program.py"
    program.write_text(code)
    # Ray finds clusters of others by files in its folder, whose path must be short
    with tempfile.TemporaryDirectory(prefix="ray") as place:
        ended = subprocess.run(
            [sys.executable, str(program), str(folder)],
            capture_output=True,
            text=True,
            timeout=2 * LONG,
            env={**os.environ, "RAY_TMPDIR": place, **variables},
        )
        wait_for_the_end_of_all(f"RAY_TMPDIR={place}".encode())
    found = [each for each in ended.stdout.splitlines() if each.startswith("RESULT ")]
    assert found, ended.stderr
    return json.loads(found[-1][len("RESULT ") :])


def wait_for_the_end_of_all(variable: bytes) -> None:
    """Fails if processes with a variable in their environment stay behind."""
    deadline = time.monotonic() + LONG
    while left := having(variable):
        assert time.monotonic() < deadline, f"processes stayed behind: {left}"
        time.sleep(0.05)


def having(variable: bytes) -> list[str]:
    """What was called by the processes that were started with a variable."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if variable in (each / "environ").read_bytes().split(b"\0"):
                found.append((each / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue  # it has ended, or is another user's
    return found


@needs_ray
@pytest.mark.slow
def test_a_worker_that_is_lost_starts_again_with_all_others(tmp_path: Path) -> None:
    assert result_of(RUN, tmp_path) == [[16.0, 2, 2]] * 2


@needs_ray
@needs_keras
@pytest.mark.slow
def test_rays_own_trainer_runs_on_the_alias(tmp_path: Path) -> None:
    import runtime.alias.environment as alias

    path = os.pathsep.join([alias.SITE, os.environ.get("PYTHONPATH", "")])
    assert result_of(TRAINER, tmp_path, PYTHONPATH=path) == [2.0, True]


class ActorDiedError(Exception):
    """In place of Ray's error."""


class FakeRay:
    """Ray whose workers have ended: with values, or with errors to raise."""

    def __init__(self, outcomes: list[Any]) -> None:
        self.outcomes = outcomes
        self.killed = 0
        self.exceptions = SimpleNamespace(
            RayActorError=ActorDiedError, RayError=Exception
        )

    def remote(self, kind: Any) -> Any:
        numbers = iter(range(len(self.outcomes)))
        call = SimpleNamespace(remote=lambda *given: next(numbers, "address"))
        address = SimpleNamespace(remote=lambda: "address")
        actor = SimpleNamespace(address=address, run=call)
        made = SimpleNamespace(remote=lambda: actor)
        return SimpleNamespace(options=lambda **given: made)

    def put(self, value: Any) -> Any:
        return value

    def kill(self, actor: Any) -> None:
        self.killed += 1

    def get(self, given: Any) -> Any:
        if isinstance(given, list):
            return [self.get(each) for each in given]
        found = self.outcomes[given] if isinstance(given, int) else given
        if isinstance(found, Exception):
            raise found
        return found

    def wait(self, waiting: list[Any], num_returns: int = 1, timeout: float = 0) -> Any:
        return waiting[:num_returns], waiting[num_returns:]


LOST = tf.errors.UnavailableError(None, None, "worker 1 closed its connection")


@pytest.mark.parametrize(
    ("outcomes", "error"),
    [
        ([LOST, ActorDiedError()], ActorDiedError),
        ([LOST, LOST, ActorDiedError()], ActorDiedError),
        ([ActorDiedError(), LOST], ActorDiedError),
        ([LOST, LOST], tf.errors.UnavailableError),
        ([LOST], tf.errors.UnavailableError),
        ([ValueError(), ActorDiedError()], ValueError),
    ],
)
def test_a_lost_worker_is_the_error_whoever_tells_it_first(
    outcomes: list[Any], error: type[Exception]
) -> None:
    ray = FakeRay(outcomes)
    with pytest.raises(error):
        _run_once(ray, len(outcomes), 1.0, (print, (), {}))
    assert ray.killed == len(outcomes)


def test_results_are_those_of_all_workers() -> None:
    assert _run_once(FakeRay(["a", "b"]), 2, 1.0, (print, (), {})) == ["a", "b"]


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    run = tf.distribute.experimental.ray.run
    with pytest.raises(ValueError, match="workers must be at least 1"):
        run(print, workers=0)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"autograph-toolkit\[ray\]"):
        run(print, workers=1)
