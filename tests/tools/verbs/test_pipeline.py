"""`autograph pipeline`: the stages of a dataset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.main import main
from autograph_tools.verbs import pipeline
from runtime.data.stages.functions import StageFunction

SOURCE = """\
import runtime as tf

dataset = tf.data.Dataset.range(10).shuffle(4).batch(3)


def made():
    return dataset.repeat()
"""


@pytest.fixture
def module(tmp_path: Path) -> str:
    path = tmp_path / "training.py"
    path.write_text(SOURCE)
    return str(path)


def test_stages_are_listed_from_the_source(
    module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what their elements are, and how many there are."""
    assert main(["pipeline", f"{module}:made", "--json", "--profile", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    stages = found["stages"]
    assert [each["stage"] for each in stages] == [
        "RangeDataset",
        "ShuffleDatasetV3",
        "BatchDatasetV2",
        "RepeatDataset",
    ]
    assert [each["elements"] for each in stages][1:3] == ["int64[]", "int64[?]"]
    assert [each["count"] for each in stages][2:] == ["4", "without end"]
    for each in stages:
        assert float(each["µs an element"]) > 0
        assert float(each["elements/s"]) > 0
        assert float(each["µs waiting"]) >= 0
    parts = [float(each["µs of its own"]) for each in stages]
    whole = float(stages[-1]["µs an element"])
    assert sum(parts) == pytest.approx(whole, abs=0.5)


class CallClock:
    """A clock that only calls of the functions of pipelines move: a second each."""

    def __init__(self) -> None:
        self.seconds = 0

    def read(self) -> float:
        """The time."""
        return float(self.seconds)

    def counted(self, instance: Any) -> Any:
        """What gives the functions that iterators call, counted."""

        def counting(function: StageFunction, settings: Any) -> Any:
            run = instance(function, settings)

            def call(*components: Any) -> Any:
                self.seconds += 1
                return run(*components)

            return call

        return counting


def test_a_profile_tells_what_limits_and_what_remedies_gain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each remedy that changes the pipeline is measured beside it as it is written."""
    clock = CallClock()
    monkeypatch.setattr(pipeline, "perf_counter", clock.read)
    counted = clock.counted(StageFunction.instance)
    monkeypatch.setattr(StageFunction, "instance", counted)
    path = tmp_path / "mapped.py"
    path.write_text(
        "import runtime as tf\n\n"
        "dataset = tf.data.Dataset.range(4000).map(lambda x: x * 2).batch(20)\n"
    )
    assert main(["pipeline", f"{path}:dataset", "--json", "--profile", "50"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["limit"] == "MapDataset"
    gains = {each["remedy"]: float(each["times as fast"]) for each in found["remedies"]}
    assert gains["as it is written"] == 1.0
    assert {"batch before map", "parallel calls", "prefetch"} < gains.keys()
    mapped = found["stages"][1]
    assert float(mapped["µs of its own"]) == 20e6
    assert mapped["elements/s"] == "1"
    # one call for a batch of 20 elements, not one for each of them
    assert gains["batch before map"] == 20.0


def test_a_dataset_is_shown_as_a_table(
    module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a profile, nothing is read."""
    assert main(["pipeline", f"{module}:dataset"]) == 0
    assert "ShuffleDatasetV3" in capsys.readouterr().out


def test_what_is_no_dataset_is_refused(
    module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what was found."""
    assert main(["pipeline", f"{module}:tf"]) != 0
    assert "is no dataset" in capsys.readouterr().err


def test_a_name_that_is_not_there_is_told(
    module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the datasets that the file has."""
    assert main(["pipeline", f"{module}:nosuch"]) == 2
    error = capsys.readouterr().err
    assert "has no 'nosuch'; its datasets are " in error
    assert "dataset" in error.rpartition("are ")[2]


def test_a_function_with_arguments_is_no_dataset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "f.py").write_text("def total(values):\n    return values\n")
    assert main(["pipeline", f"{tmp_path}/f.py:total"]) == 2
    assert "f.py:total takes (values): name a dataset" in capsys.readouterr().err
