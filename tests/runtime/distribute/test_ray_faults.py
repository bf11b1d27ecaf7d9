"""Faults on Ray: a head that restarts, a full object store, two jobs at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.distribute.workers.test_ray_workers import needs_ray, result_of

pytestmark = [needs_ray, pytest.mark.slow]

HEAD = """
import json, os, subprocess, sys, time
from pathlib import Path

from ray.cluster_utils import Cluster

folder = Path(sys.argv[1])
JOB = '''
import json, os, sys, time
import ray
import runtime as tf

folder, address, stays = sys.argv[1], sys.argv[2], sys.argv[3] == "stays"
ray.init(address=address)

def train():
    from pathlib import Path
    import runtime as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    rank = strategy.cluster_resolver.task_id
    with strategy.scope():
        v, step = tf.Variable(1.0), tf.Variable(0)
    checkpoint = tf.train.Checkpoint(v=v, step=step)
    path = os.path.join(folder, str(rank))
    if os.path.exists(path + ".index"):
        checkpoint.read(path).assert_consumed()
    began = int(step)
    while int(step) < 4:
        if int(step) == 2 and stays:
            told = Path(folder, f"begun{rank}")
            told.write_text(str(os.getpid()))
            told.rename(told.with_suffix(".pid"))
            while True:
                time.sleep(1)
        v.assign(strategy.reduce("SUM", strategy.run(lambda: v + 0.0), axis=None))
        step.assign_add(1)
        checkpoint.write(path)
    return [float(v), began]

print("TOLD " + json.dumps(tf.distribute.experimental.ray.run(train, workers=2)))
'''
(folder / "job.py").write_text(JOB)

def start(cluster, stays):
    return subprocess.Popen(
        [sys.executable, str(folder / "job.py"), str(folder), cluster.address, stays],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )

def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
first = start(cluster, "stays")
pids = [folder / f"begun{rank}.pid" for rank in range(2)]
while not all(each.exists() for each in pids):
    assert first.poll() is None, first.communicate()
    time.sleep(0.05)
cluster.remove_node(cluster.head_node, allow_graceful=False)
_, told = first.communicate()
numbers = [int(each.read_text()) for each in pids]
while any(map(is_there, numbers)):
    time.sleep(0.05)
cluster.shutdown()

again = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
second = start(again, "goes on")
out, errors = second.communicate()
again.shutdown()
assert second.returncode == 0, errors
(found,) = [each for each in out.splitlines() if each.startswith("TOLD ")]
print("RESULT " + json.dumps(
    [first.returncode, "Failed to connect to GCS" in told, json.loads(found[5:])]
))
"""


def test_a_job_ends_with_its_head_and_goes_on_under_the_next(tmp_path: Path) -> None:
    # the seconds in which a head that is gone may come back; by default 60
    wait = {"RAY_gcs_rpc_server_reconnect_timeout_s": "5"}
    status, says_why, found = result_of(HEAD, tmp_path, **wait)
    assert status != 0
    assert says_why
    assert found == [[2.0**4, 2]] * 2


STORE = """
import json, sys
import numpy as np
import ray
import runtime as tf

def train(x):
    import runtime as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    sums = strategy.run(lambda: tf.constant(float(x[-1])))
    total = strategy.reduce("SUM", sums, axis=None)
    return x + strategy.cluster_resolver.task_id, float(total)

result = []
large = np.arange(6_000_000.0)  # 48 MB, in a store of 80 MB
no_disk = {"automatic_object_spilling_enabled": False, "local_fs_capacity_threshold": 0}
for config in ({}, no_disk):
    ray.init(
        num_cpus=4,
        include_dashboard=False,
        object_store_memory=80_000_000,
        _system_config=config,
    )
    try:
        found = tf.distribute.experimental.ray.run(train, workers=4, args=(large,))
        result.append([[float(x[-1] - rank), total] for rank, (x, total) in
                       enumerate(found)])
    except ray.exceptions.RayError as error:
        result.append([type(error).__name__, str(error)])
    ray.shutdown()
print("RESULT " + json.dumps(result))
"""


def test_a_full_store_goes_to_disk_and_a_full_disk_is_told(tmp_path: Path) -> None:
    spilled, (kind, text) = result_of(STORE, tmp_path)
    assert spilled == [[5_999_999.0, 4 * 5_999_999.0]] * 4
    assert "OutOfDiskError" in kind or "ObjectStoreFullError" in kind
    assert "the local object store is full" in text


TWO_JOBS = """
import json, subprocess, sys
from pathlib import Path

from ray.cluster_utils import Cluster

folder = Path(sys.argv[1])
JOB = '''
import json, sys, time
from pathlib import Path
import ray
import runtime as tf

folder, address, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
ray.init(address=address)

def train():
    import runtime as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    rank = strategy.cluster_resolver.task_id
    (folder / f"{number}-{rank}").touch()
    while len(list(folder.glob("*-*"))) < 4:
        time.sleep(0.05)  # all workers of both jobs are there at the same time
    with strategy.scope():
        v = tf.Variable(float(number))
    for _ in range(20):
        v.assign(strategy.reduce("MEAN", strategy.run(lambda: v + 1.0), axis=None))
    return float(v)

print("TOLD " + json.dumps(tf.distribute.experimental.ray.run(train, workers=2)))
'''
(folder / "job.py").write_text(JOB)
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 4})
jobs = [
    subprocess.Popen(
        [sys.executable, str(folder / "job.py"), str(folder), cluster.address, number],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    for number in ("100", "200")
]
result = []
for each in jobs:
    out, errors = each.communicate()
    assert each.returncode == 0, errors
    (found,) = [line for line in out.splitlines() if line.startswith("TOLD ")]
    result.append(json.loads(found[5:]))
cluster.shutdown()
print("RESULT " + json.dumps(result))
"""


def test_two_jobs_on_one_cluster_do_not_meet(tmp_path: Path) -> None:
    assert result_of(TWO_JOBS, tmp_path) == [[120.0, 120.0], [220.0, 220.0]]
