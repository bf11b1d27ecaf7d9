"""Tests of event files: names, records, what waits, what fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.summary.events import events_in, only_file


def test_name_and_first_event_are_those_that_tensorboard_looks_for(
    tmp_path: Path,
) -> None:
    tf.summary.create_file_writer(str(tmp_path / "deep" / "er")).close()
    [path] = (tmp_path / "deep" / "er").iterdir()
    parts = path.name.split(".")
    assert parts[:3] == ["events", "out", "tfevents"]
    assert parts[-1] == "v2"
    assert str(os.getpid()) in parts
    [first] = events_in(path)
    assert first.file_version == "brain.Event:2"


def test_two_writers_of_one_folder_have_files_of_their_own(tmp_path: Path) -> None:
    for _ in range(2):
        tf.summary.create_file_writer(str(tmp_path)).close()
    assert len(list(tmp_path.iterdir())) == 2


def test_events_wait_until_there_are_more_than_the_queue_holds(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path), max_queue=3)
    counts = []
    with tf.summary.create_noop_writer().as_default():
        writer.set_as_default()
        for step in range(4):
            tf.summary.scalar("x", 1.0, step=step)
            counts.append(len(events_in(only_file(tmp_path))))
    assert counts == [1, 1, 1, 5]
    writer.close()


def test_events_are_written_when_the_writer_is_forgotten(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    tf.raw_ops.WriteScalarSummary(writer=writer.resource, step=1, tag="x", value=2.0)
    del writer
    assert [each.step for each in events_in(only_file(tmp_path))] == [0, 1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_process_writes_to_a_file_of_its_own(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default():
        tf.summary.scalar("parent", 1.0, step=1)
        child = os.fork()
        if child == 0:
            tf.summary.scalar("child", 1.0, step=2)
            writer.close()
            os._exit(0)
        os.waitpid(child, 0)
    writer.close()
    files = sorted(
        tmp_path.iterdir(), key=lambda path: str(os.getpid()) not in path.name
    )
    found = [[each.step for each in events_in(path)] for path in files]
    assert found == [[0, 1], [0, 2]]


def test_folder_that_cannot_be_made_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(tf.errors.OpError, match="file"):
        tf.summary.create_file_writer(str(tmp_path / "file" / "inside"))


def test_full_disk_is_an_error_and_no_half_record_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default():
        tf.summary.scalar("x", 1.0, step=1)
        whole = os.write
        with monkeypatch.context() as patched:

            def write_a_little(descriptor: int, data: memoryview) -> int:
                if len(data) <= 10:
                    raise OSError(28, "No space left on device")
                return whole(descriptor, data[:10])

            patched.setattr(os, "write", write_a_little)
            with pytest.raises(tf.errors.ResourceExhaustedError, match="No space left"):
                writer.flush()
        assert len(events_in(only_file(tmp_path))) == 1
    assert [each.step for each in events_in(only_file(tmp_path))] == [0, 1]
    writer.close()


def test_graph_from_a_file_makes_no_event_files(tmp_path: Path) -> None:
    graph = tf.Graph()
    with graph.as_default():
        resource = tf.raw_ops.SummaryWriter()
        tf.raw_ops.CreateSummaryFileWriter(
            writer=resource,
            logdir=str(tmp_path / "planted"),
            max_queue=1,
            flush_millis=1,
            filename_suffix="",
        )
    from runtime.stateful_kernels.confinement import MARK, confine

    confine(graph.ir, str(tmp_path))
    [node] = [each for each in graph.ir if each.op == "CreateSummaryFileWriter"]
    assert MARK in node.attrs
