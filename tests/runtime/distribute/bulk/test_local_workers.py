"""Workers that die, and models that fail: each result is there once."""

from __future__ import annotations

import multiprocessing
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.distribute.bulk.local_workers import (
    LostWorkersError,
    WorkerError,
    computed_locally,
)
from runtime.distribute.bulk.plans import Plan, planned
from runtime.distribute.bulk.tables import write_columns

pytestmark = pytest.mark.slow


def plan_of(folder: Path) -> Plan:
    write_columns(folder / "a.npz", {"a": np.arange(20)})
    return planned([str(folder / "a.npz")], str(folder / "out"), 2, "npz", {})


def results(plan: Plan) -> list[int]:
    return [int(x) for each in plan.parts for x in np.load(each.result)["b"]]


def doubles() -> Any:
    return lambda batch: {"b": 2 * batch["a"], "process": 0 * batch["a"] + os.getpid()}


def dies(marks: str, times: int, at: int) -> Any:
    """A model whose process is killed in the batch with a row, some times."""

    def predict(batch: Any) -> Any:
        fallen = len(os.listdir(marks))
        if at in batch["a"] and fallen < times:
            Path(marks, str(fallen)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"b": 2 * batch["a"]}

    return predict


def fails(at: int) -> Any:
    def predict(batch: Any) -> Any:
        if at in batch["a"]:
            raise ZeroDivisionError("no such row")
        return {"b": batch["a"]}

    return predict


def cannot_load() -> Any:
    raise OSError("no model here")


def cannot_even_start() -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def test_every_part_is_computed_once_by_some_process(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    done = list(computed_locally(doubles, plan.parts, 10, 2))
    assert sorted(each.number for each in done) == list(range(10))
    assert results(plan) == list(range(0, 40, 2))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(("times", "at"), [(1, 0), (2, 7), (2, 19)])
def test_workers_that_die_are_replaced(tmp_path: Path, times: int, at: int) -> None:
    plan = plan_of(tmp_path)
    marks = tmp_path / "marks"
    marks.mkdir()
    load = partial(dies, str(marks), times, at)
    done = list(computed_locally(load, plan.parts, 1, 2))
    assert len(list(marks.iterdir())) == times
    assert sorted(each.number for each in done) == list(range(10))
    assert results(plan) == list(range(0, 40, 2))
    names = {each.name for each in (tmp_path / "out").iterdir()}
    assert names == {"plan.json", *(Path(each.result).name for each in plan.parts)}


def test_a_part_that_kills_its_workers_is_named(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    marks = tmp_path / "marks"
    marks.mkdir()
    with pytest.raises(LostWorkersError, match=r"3 workers have died with rows 6 to 8"):
        list(computed_locally(partial(dies, str(marks), 99, 6), plan.parts, 1, 2))
    assert not multiprocessing.active_children()
    assert not Path(plan.parts[3].result).exists()
    # what is done stays done; the rest can be computed later
    list(computed_locally(doubles, plan.waiting(), 10, 1))
    assert results(plan) == list(range(0, 40, 2))


@pytest.mark.parametrize(
    ("load", "kind", "words"),
    [
        (partial(fails, 5), WorkerError, "rows 4 to 6: ZeroDivisionError: no such row"),
        (cannot_load, WorkerError, "loading the model: OSError: no model here"),
        (cannot_even_start, LostWorkersError, "before they had loaded the model"),
    ],
    ids=["row", "model", "start"],
)
def test_errors_of_workers_end_all(
    tmp_path: Path, load: Any, kind: type[Exception], words: str
) -> None:
    plan = plan_of(tmp_path)
    with pytest.raises(kind, match=words):
        list(computed_locally(load, plan.parts, 1, 2))
    assert not multiprocessing.active_children()
