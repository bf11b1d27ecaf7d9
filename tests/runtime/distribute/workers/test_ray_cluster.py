"""Two nodes of Ray on one machine, four workers; skipped where Ray is absent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.distribute.workers.test_ray_workers import needs_ray, result_of

pytestmark = [needs_ray, pytest.mark.slow]

TWO_NODES = """
import json, os, signal, sys
from pathlib import Path

import numpy as np
import ray
from ray.cluster_utils import Cluster

import runtime as tf
from runtime.distribute.bulk.plans import planned
from runtime.distribute.bulk.ray_tasks import computed_by_ray

folder = Path(sys.argv[1])
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
cluster.add_node(num_cpus=2)
cluster.wait_for_nodes()
ray.init(address=cluster.address)

def train():
    import ray
    import runtime as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        v = tf.Variable(1.0)
    total = strategy.reduce("SUM", strategy.run(lambda: v + 1.0), axis=None)
    return float(total), ray.get_runtime_context().get_node_id()

def dies_once(marks):
    def predict(batch):
        mark = Path(marks)
        if 4 in batch["a"] and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"b": 2 * batch["a"]}

    return lambda: predict

try:
    with tf.distribute.experimental.ray.DataService(workers=2) as service:
        spread = tf.data.experimental.service.distribute(
            tf.data.experimental.service.ShardingPolicy.DYNAMIC, service.target
        )
        dataset = tf.data.Dataset.range(20).map(lambda x: x * x).apply(spread)
        squares = sorted(int(each) for each in dataset)
    trained = tf.distribute.experimental.ray.run(train, workers=4)
    np.savez(folder / "rows.npz", a=np.arange(12))
    plan = planned([str(folder / "rows.npz")], str(folder / "out"), 3, "npz", {})
    load = dies_once(str(folder / "mark"))
    done = [each.number for each in computed_by_ray(load, plan.parts, 2, 2, None)]
    rows = [int(x) for each in plan.parts for x in np.load(each.result)["b"]]
finally:
    ray.shutdown()
    cluster.shutdown()
print("RESULT " + json.dumps([
    [each[0] for each in trained], len({each[1] for each in trained}),
    sorted(done), rows, squares, (folder / "mark").exists(),
]))
"""


def test_workers_of_two_nodes_train_in_step_and_compute_rows_once(
    tmp_path: Path,
) -> None:
    totals, nodes, done, rows, squares, did_die = result_of(TWO_NODES, tmp_path)
    assert squares == [each * each for each in range(20)]
    assert totals == [8.0] * 4
    assert nodes == 2
    assert did_die
    assert done == [0, 1, 2, 3]
    assert rows == list(range(0, 24, 2))
