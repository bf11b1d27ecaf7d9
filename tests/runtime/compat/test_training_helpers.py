"""Views of checkpoints, fingerprints, clusters, coordinators, moving averages.

The numbers are those that TensorFlow gave for the same programs.
"""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import runtime as tf

v1 = tf.compat.v1
MODEL = Path(__file__).parents[1] / "saved_model" / "cases" / "rich"


def module_of(count: int) -> tf.Module:
    made = tf.Module()
    made.parts = [tf.Variable(float(index)) for index in range(count)]
    return made


def test_a_view_of_a_checkpoint_is_compared_with_objects(tmp_path: Path) -> None:
    path = tf.train.Checkpoint(m=module_of(2)).write(str(tmp_path / "state"))
    view = tf.train.CheckpointView(path)
    assert view.children(0) == {"m": 1}
    assert view.descendants() == [0, 1, 2, 3, 4]
    other = tf.train.Checkpoint(m=module_of(3))
    matched, missing, added = view.diff(other)
    assert (len(matched), missing) == (5, [])
    assert added == [other.m.parts[2]]
    assert view.diff(tf.train.Checkpoint(m=module_of(1)))[1] == [4]
    with pytest.raises(IndexError):
        view.children(99)


def test_the_fingerprint_of_a_model_is_read(tmp_path: Path) -> None:
    found = tf.saved_model.experimental.read_fingerprint(MODEL)
    assert found == tf.saved_model.experimental.read_fingerprint(str(MODEL))
    assert found.singleprint().count("/") == 3
    assert found.version.producer > 0
    with pytest.raises(FileNotFoundError, match="Could not find fingerprint"):
        tf.saved_model.experimental.read_fingerprint(tmp_path)
    (tmp_path / "fingerprint.pb").write_bytes(b"\xff\xff")
    with pytest.raises(tf.errors.DataLossError):
        tf.saved_model.experimental.read_fingerprint(tmp_path)


def test_a_cluster_goes_to_its_message_and_back() -> None:
    cluster = tf.train.ClusterSpec({"w": ["a:1", "b:2"], "ps": {3: "c:1"}})
    assert str(cluster) == "ClusterSpec({'ps': {3: 'c:1'}, 'w': ['a:1', 'b:2']})"
    assert cluster.job_tasks("ps") == [None, None, None, "c:1"]
    assert tf.train.ClusterSpec(cluster.as_cluster_def()) == cluster
    with pytest.raises(ValueError, match="No task with index 7 in job 'w'"):
        cluster.task_address("w", 7)
    with pytest.raises(ValueError, match="No such job in cluster: 'q'"):
        cluster.num_tasks("q")
    with pytest.raises(TypeError, match="must be a list or a dictionary"):
        tf.train.ClusterSpec({"a": 3})


def test_threads_stop_with_the_first_error() -> None:
    coordinator = tf.train.Coordinator()

    def fail() -> None:
        with coordinator.stop_on_exception():
            raise ValueError("broken")

    def wait() -> None:
        coordinator.wait_for_stop()

    threads = [threading.Thread(target=each) for each in (wait, fail, wait)]
    for each in threads:
        each.start()
    with pytest.raises(ValueError, match="broken"):
        coordinator.join(threads)
    assert coordinator.should_stop()
    assert coordinator.joined


def test_threads_that_go_on_are_named() -> None:
    coordinator, end = tf.train.Coordinator(), threading.Event()
    thread = threading.Thread(target=end.wait, name="stubborn")
    thread.start()
    coordinator.request_stop(tf.errors.OutOfRangeError(None, None, "end"))
    with pytest.raises(RuntimeError, match="still running: stubborn"):
        coordinator.join([thread], stop_grace_period_secs=0.05)
    end.set()
    thread.join()


def test_averages_follow_variables() -> None:
    x = tf.Variable(1.0, name="x")
    first = tf.train.ExponentialMovingAverage(0.9)
    first.apply([x])
    x.assign(5.0)
    first.apply([x])
    assert float(first.average(x)) == pytest.approx(1.4)
    second = tf.train.ExponentialMovingAverage(0.99, num_updates=3)
    second.apply([x])
    x.assign(7.0)
    second.apply([x])
    assert float(second.average(x)) == pytest.approx(6.384615)
    with pytest.raises(TypeError, match="half, float, or double"):
        first.apply([tf.Variable(1)])


def test_averages_of_a_graph_are_restored_in_place_of_variables(
    tmp_path: Path,
) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=[1.0, 2.0])
        average = tf.train.ExponentialMovingAverage(0.5)
        update = average.apply([w])
        session.run(v1.global_variables_initializer())
        session.run(w.assign([3.0, 4.0]))
        session.run(update)
        path = v1.train.Saver().save(session, str(tmp_path / "m"))
        v1.train.Saver(average.variables_to_restore()).restore(session, path)
        assert session.run(w).tolist() == [2.0, 3.0]


@pytest.mark.parametrize(
    ("folder", "path", "written"),
    [
        ("/d", "/d/x", "/d/x"),
        ("/d", "x", "x"),
        ("d", "d/x", "x"),
        ("d", "/e/x", "/e/x"),
    ],
)
def test_paths_of_a_state_are_absolute_where_its_folder_is(
    folder: str, path: str, written: str
) -> None:
    make = tf.compat.v1.train.generate_checkpoint_state_proto
    state = make(folder, path, [path])
    assert state.model_checkpoint_path == written
    assert [*state.all_model_checkpoint_paths] == [written]
