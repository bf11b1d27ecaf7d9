"""tf.profiler.experimental: what ran, in the files of TensorBoard's profile page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

profiler = tf.profiler.experimental


def fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message: number, and bytes or an integer."""
    place = 0

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(data):
        key = varint()
        value: Any = varint()
        if key & 7 == 2:
            place, value = place + value, data[place : place + value]
        yield key >> 3, value


def table(plane: list[tuple[int, Any]], number: int) -> dict[int, str]:
    found = {}
    for key, entry in plane:
        if key == number:
            row = dict(fields(entry))
            found[row[1]] = dict(fields(row[2]))[2].decode()
    return found


def events_in(folder: Path) -> list[tuple[str, int, int, dict[str, Any], int]]:
    """Name, begin, end in ps, facts and line of each event of the only profile."""
    (path,) = folder.glob("plugins/profile/*/*.xplane.pb")
    space = list(fields(path.read_bytes()))
    plane = list(fields(next(value for number, value in space if number == 1)))
    assert dict(plane)[2] == b"/host:CPU"
    names, stats = table(plane, 4), table(plane, 5)
    found = []
    lines = [list(fields(value)) for number, value in plane if number == 3]
    for index, line in enumerate(lines):
        for number, value in line:
            if number != 4:
                continue
            row = list(fields(value))
            one = dict(row)
            facts = {}
            for key, each in row:
                if key == 4:
                    fact = dict(fields(each))
                    facts[stats[fact[1]]] = fact.get(4, fact.get(5))
            begun = one.get(2, 0)
            found.append((names[one[1]], begun, begun + one.get(3, 0), facts, index))
    return found


def test_steps_functions_and_nodes(tmp_path: Path) -> None:
    @tf.function(jit_compile=False)  # native code would be one node
    def product(x: Any) -> Any:
        return tf.reduce_sum(tf.matmul(x, x))

    x = tf.ones([20, 20])
    with profiler.Profile(tmp_path):
        for step in range(2):
            with profiler.Trace("train", step_num=step, _r=1):
                product(x)
    found = events_in(tmp_path)
    names = [name for name, *_ in found]
    assert names == ["train", "product", "MatMul", "Sum"] * 2
    (_, begun, ended, facts, _), (_, start, end, *_), matmul, *_ = found
    assert begun <= start <= matmul[1] <= matmul[2] <= end <= ended
    assert facts == {"step_num": 0, "_r": 1}
    assert matmul[3]["tf_op"] == b"MatMul:MatMul"
    assert b"test_profiles.py:" in matmul[3]["source"]
    assert found[4][3]["step_num"] == 1
    # afterwards nothing is noted
    assert product(x).numpy() == 8000


def test_functions_under_a_tape_and_on_threads(tmp_path: Path) -> None:
    square = tf.function(lambda x: x * x)
    x = tf.constant(3.0)
    profiler.start(tmp_path)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = square(x)
    assert tape.gradient(y, x).numpy() == 6
    thread = threading.Thread(target=lambda: square(x))
    thread.start()
    thread.join()
    profiler.stop()
    found = events_in(tmp_path)
    functions = [
        (name, line) for name, *_, facts, line in found if "tf_function_call" in facts
    ]
    assert {line for _, line in functions} == {0, 1}


def test_marked_parts_alone(tmp_path: Path) -> None:
    options = profiler.ProfilerOptions(host_tracer_level=0)
    with profiler.Profile(tmp_path, options), profiler.Trace("part", text="x"):
        tf.function(lambda x: x + 1)(tf.constant(1))
    ((name, *_, facts, _),) = events_in(tmp_path)
    assert (name, facts) == ("part", {"text": b"x"})


def test_it_is_on_or_off(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.UnavailableError, match="No profiler is running"):
        profiler.stop()
    profiler.start(tmp_path)
    with pytest.raises(tf.errors.AlreadyExistsError, match="Another profiler"):
        profiler.start(tmp_path)
    profiler.stop(save=False)
    assert not list(tmp_path.iterdir())
    with profiler.Trace("nothing"):
        pass


def test_trace_on_takes_a_profile(tmp_path: Path) -> None:
    double = tf.function(lambda x: 2 * x)
    with pytest.raises(ValueError, match="profiler_outdir"):
        tf.summary.trace_on(profiler=True)
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        tf.summary.trace_on(graph=True, profiler=True, profiler_outdir=str(tmp_path))
        double(tf.constant(1))
        tf.summary.trace_export("double", step=0)
    assert events_in(tmp_path)
    tf.summary.trace_on(profiler=True, profiler_outdir=str(tmp_path / "off"))
    tf.summary.trace_off()
    profiler.start(tmp_path / "free")
    profiler.stop(save=False)
    assert not (tmp_path / "off").exists()
