"""Values of every kind are shown as TensorFlow shows them.

cases/shown_values.json holds what TensorFlow 2.21 wrote for the first values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.runtime import shown_values
from tests.tensorflow_process import TensorFlowProcess

KEPT = Path(__file__).parent / "cases" / "shown_values.json"
COUNT = 300
MORE = 2000

SHOWS_EXPONENTS = str(np.float32(1.5e8)) == "1.5e+08"
"""Before 2.3 NumPy shows large float32 scalars in full, here and in TensorFlow."""
LARGE_SCALARS = {188, 198}
"""Values with such scalars in ragged rows."""

LIVE = """
import warnings
warnings.simplefilter("ignore")
names = dict(tf=tf, __name__="values")
exec(source.replace("import runtime as tf", ""), names)
result = [[names["texts"](seed), names["printed"](seed, path)] for seed in seeds]
"""


def ours(seeds: Iterable[int], folder: Path) -> list[Any]:
    """For each seed the texts of a value, and what tf.print writes of several."""
    path = str(folder / "ours.txt")
    return [
        [shown_values.texts(seed), shown_values.printed(seed, path)] for seed in seeds
    ]


def theirs(process: TensorFlowProcess, seeds: range, folder: Path) -> list[Any]:
    """What TensorFlow writes."""
    source = Path(shown_values.__file__).read_text(encoding="utf-8")
    path = str(folder / "theirs.txt")
    found: list[Any] = process.run(LIVE, source=source, seeds=list(seeds), path=path)
    return found


@pytest.mark.parametrize("start", range(0, COUNT, 50))
def test_values_are_shown_as_in_tensorflow(start: int, tmp_path: Path) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    seeds = [
        seed
        for seed in range(start, start + 50)
        if SHOWS_EXPONENTS or seed not in LARGE_SCALARS
    ]
    assert ours(seeds, tmp_path) == [kept[seed] for seed in seeds]


def test_file_is_what_live_tensorflow_shows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool, tmp_path: Path
) -> None:
    found = theirs(tensorflow_python, range(COUNT), tmp_path)
    if update_goldens:
        text = json.dumps(found, indent=0, ensure_ascii=False)
        KEPT.write_text(text + "\n", encoding="utf-8")
    assert found == json.loads(KEPT.read_text(encoding="utf-8"))


def test_more_values_are_shown_as_in_live_tensorflow(
    tensorflow_python: TensorFlowProcess, tmp_path: Path
) -> None:
    seeds = range(COUNT, COUNT + MORE)
    pairs = zip(ours(seeds, tmp_path), theirs(tensorflow_python, seeds, tmp_path))
    assert [seed for seed, (mine, other) in zip(seeds, pairs) if mine != other] == []


def test_tensors_are_printed_in_graphs_as_eagerly(tmp_path: Path) -> None:
    import runtime as tf

    path = tmp_path / "printed.txt"

    def show(rows: Any, sparse: Any, text: Any) -> None:
        stream = f"file://{path}"
        tf.print(rows, sparse, text, output_stream=stream)
        tf.print({"a": rows}, [sparse], summarize=1, output_stream=stream)

    rng = np.random.default_rng(0)
    for _ in range(5):
        given = shown_values.random_ragged(rng), shown_values.random_sparse(rng), "é"
        show(*given)
        eager = path.read_bytes()
        path.unlink()
        tf.function(show)(*given)
        assert path.read_bytes() == eager
        path.unlink()
