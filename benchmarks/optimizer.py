"""The optimizer on long chains: time, nodes left, memory; reading and writing.

    python benchmarks/optimizer.py [--sizes 1000,10000,100000] [--tensorflow PYTHON]

Each link of the chain has a sum of constants to fold, two equal products, and a node
that nobody needs. Times are the best of a few rounds; memory is the peak of what Python
allocates from the bytes of a GraphDef to those of the optimized one. TensorFlow's
optimizer gets the same bytes in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.files import parse_graph_def
from graphir.graph import Graph
from graphir.passes.optimizer import optimize
from graphir.shapes import Shape
from graphir.wire.graphdef import from_graph_def, to_graph_def

GRAPPLER = """
import sys, time
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2
from tensorflow.python.grappler import tf_optimizer
message = tf.compat.v1.GraphDef.FromString(open(sys.argv[1], "rb").read())
graph = tf.Graph()
with graph.as_default():
    tf.import_graph_def(message, name="")
meta = tf.compat.v1.train.export_meta_graph(graph=graph, graph_def=message)
meta.collection_def["train_op"].node_list.value.append("out")
config = config_pb2.ConfigProto()
config.graph_options.rewrite_options.min_graph_nodes = -1
times = []
for _ in range(3):
    start = time.perf_counter()
    small = tf_optimizer.OptimizeGraph(config, meta)
    times.append(time.perf_counter() - start)
print(f"{min(times) * 1000:.0f} ms, {len(small.node)} nodes left")
"""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    options = parser.parse_args()
    names = "nodes optimize left read write bytes/node"
    print("".join(f"{name:>12}" for name in names.split()))
    for size in map(int, options.sizes.split(",")):
        data = to_graph_def(chain(size)).SerializeToString()
        print("".join(f"{cell:>12}" for cell in measured(size, data)), flush=True)
        if options.tensorflow:
            print(f"    TensorFlow: {grappler(options.tensorflow, data)}")


def chain(count: int) -> Graph:
    """A graph of about that many nodes."""
    graph = Graph("chain")
    build = GraphBuilder(graph)
    value = graph.add_input("x", dtypes.float32, Shape([None]))
    link = 0
    while len(graph) < count:
        link += 1
        parts = [build.constant(np.float32(each)) for each in (link, 2)]
        factor = build.node("AddV2", parts).output
        first, second = (build.node("Mul", [value, factor]).output for _ in "12")
        ends = build.node("Tanh", [first]).output, build.node("Sin", [second]).output
        value = build.node("AddV2", ends).output
        build.node("Exp", [value])
    build.node("Identity", [value], name="out")
    return graph


def measured(size: int, data: bytes) -> list[str]:
    """A row of the table."""
    message = parse_graph_def(data)
    rounds = 5 if size < 50_000 else 1
    time = best(lambda: optimize(message, ["out"]), rounds)
    graph = from_graph_def(message)
    read = best(lambda: from_graph_def(parse_graph_def(data)), rounds)
    write = best(lambda: to_graph_def(graph).SerializeToString(), rounds)
    tracemalloc.start()
    small = optimize(parse_graph_def(data), ["out"])
    small.SerializeToString()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    times = [f"{each * 1000:.0f} ms" for each in (time, read, write)]
    left = str(len(small.node))
    return [str(size), times[0], left, *times[1:], f"{peak / size:.0f}"]


def best(call: Callable[[], Any], rounds: int) -> float:
    """The shortest time of several calls."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def grappler(python: str, data: bytes) -> str:
    """What TensorFlow's optimizer takes for the same bytes, and leaves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain.pb"
        path.write_bytes(data)
        command = [python, "-c", GRAPPLER, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
