"""AUTOGRAPH_REPORT: what a program leaves behind, and that it runs as without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import runtime as tf
from runtime.executor.profile_sessions import PROFILER
from runtime.explorer.reports import Report, index_of
from runtime.functions import trace_observers, traces

PROGRAM = """\
import runtime as tf

v = tf.Variable(1.0)


@tf.function
def scale(x):
    return x * v


@tf.function
def outer(x):
    return scale(x) + 1.0


for size in (2, 3, 3, 3):
    print(outer(tf.ones([size])).numpy().tolist())
with tf.GradientTape() as tape:
    y = scale(tf.ones([2]))
print(tape.gradient(y, v).numpy())
"""


def run(folder: Path, report: str | None) -> subprocess.CompletedProcess[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM)
    environment = {k: v for k, v in os.environ.items() if k != "AUTOGRAPH_REPORT"}
    if report is not None:
        environment["AUTOGRAPH_REPORT"] = report
    return subprocess.run(
        [sys.executable, str(path)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=500,
    )


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    folder = tmp_path_factory.mktemp("reported")
    done = run(folder, "report")
    assert done.returncode == 0, done.stderr
    return folder / "report", done.stdout, done.stderr


@pytest.mark.slow
def test_the_program_prints_what_it_prints(reported):
    _, printed, told = reported
    assert printed.splitlines() == [
        "[2.0, 2.0]",
        "[2.0, 2.0, 2.0]",
        "[2.0, 2.0, 2.0]",
        "[2.0, 2.0, 2.0]",
        "2.0",
    ]
    assert "index.html: 4 traces" in told


@pytest.mark.slow
def test_the_index_lists_traces_with_reasons_and_calls(reported):
    index = (reported[0] / "index.html").read_text("utf-8")
    assert "4 traces of 2 functions" in index
    assert "the first call" in index
    assert "it had (2,)" in index
    assert "program.py:17" in index
    assert "1 call under gradient tapes" in index
    assert '<td class="num">3</td>' in index


@pytest.mark.slow
def test_each_trace_has_a_page_with_measured_times(reported):
    index = (reported[0] / "index.html").read_text("utf-8")
    pages = sorted(reported[0].glob("0*.html"))
    assert len(pages) == 4
    assert all(f'href="{page.name}"' in index for page in pages)
    called = [page for page in pages if '"values":["[2. 2. 2.]"]' in page.read_text()]
    assert len(called) == 1


@pytest.mark.slow
def test_a_folder_that_cannot_be_made_is_told_in_a_line(tmp_path):
    (tmp_path / "taken").write_text("")
    done = run(tmp_path, "taken")
    assert done.returncode == 0
    assert done.stderr.startswith("AUTOGRAPH_REPORT=")
    assert len(done.stderr.splitlines()) == 1


def test_a_report_in_this_process_counts_every_call(tmp_path, monkeypatch):
    report = Report(tmp_path / "made")
    monkeypatch.setattr(trace_observers, "OBSERVERS", [])
    monkeypatch.setattr(PROFILER, "functions", report)
    trace_observers.OBSERVERS.append(report)
    monkeypatch.setattr(traces, "OBSERVERS", trace_observers.OBSERVERS)
    function = tf.function(lambda x: x * 2.0, autograph=False)
    for _ in range(30):
        function(tf.constant([1.0, 2.0]))
    report.write()
    (trace,) = report.traces
    calls = report.calls_of(trace)
    assert calls is not None
    assert calls.count == 30
    assert calls.measured is not None
    assert calls.measured.values == ["[2. 4.]"]
    index = (tmp_path / "made" / "index.html").read_text("utf-8")
    assert f'href="{trace.page}"' in index
    assert '<td class="num">30</td>' in index
    assert '"values":["[2. 4.]"]' in (tmp_path / "made" / trace.page).read_text()


def test_names_in_the_index_are_escaped(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["<script>"])
    assert "<script" not in index_of(Report(tmp_path))
