"""Steps of training in many machines, on paper, from figures measured on this one.

    python benchmarks/scaling_model.py [--machines 8 64 512] [--step-ms 50]
        [--megabytes 1 10 100] [--gbit 10]

Measured: the time of an all-reduce of 1 kB and of 10 MB by sockets between two
processes of this machine, which give the seconds of a message and the bytes that a
second moves; a network moves no more than `--gbit`. A step computes, then reduces:

    ring    2 (n - 1) messages one after the other, each of 1/n of the bytes
    tree    2 log2(n) messages of all bytes: what small arrays take
    step    the computation and the shorter of both
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.collectives import reserved
from runtime.distribute.transport.group import join
from runtime.distribute.transport.handshake import Membership

SMALL, LARGE = 1024, 10 * 2**20
ROUNDS = 25


@dataclass(frozen=True)
class Network:
    """What a message costs besides its bytes, and how many bytes a second moves."""

    message: float
    bandwidth: float

    def ring(self, machines: int, size: float) -> float:
        """Seconds of an all-reduce in a ring."""
        messages = 2 * (machines - 1)
        return messages * (self.message + size / machines / self.bandwidth)

    def tree(self, machines: int, size: float) -> float:
        """Seconds of an all-reduce along a tree."""
        messages = 2 * math.ceil(math.log2(machines))
        return messages * (self.message + size / self.bandwidth)

    def seconds(self, machines: int, size: float) -> float:
        """Seconds of the better one."""
        return min(self.ring(machines, size), self.tree(machines, size))


def _time(rank: int, addresses: list[str], answers: Any) -> None:
    group = join(Membership("model", tuple(addresses), rank))
    group._memory = None
    found = []
    for size in (SMALL, LARGE):
        array = np.ones(size // 4, np.float32)
        taken = []
        for _ in range(ROUNDS):
            group.barrier()
            begin = time.perf_counter()
            group.all_reduce(array)
            taken.append(time.perf_counter() - begin)
        found.append(statistics.median(taken))
    if rank == 0:
        answers.put(found)
    group.close()


def measured(gbit: float) -> Network:
    """The figures of two processes here, no faster than a network."""
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    held = reserved(2)
    addresses = [f"127.0.0.1:{each.getsockname()[1]}" for each in held]
    children = [
        context.Process(target=_time, args=(rank, addresses, answers))
        for rank in range(2)
    ]
    for each in children:
        each.start()
    small, large = answers.get(timeout=300)
    for each in children:
        each.join(60)
    for each in held:
        each.close()
    # between two, the ring sends two messages of half the bytes each
    bandwidth = (LARGE - SMALL) / max(large - small, 1e-9)
    print(f"measured: {1e6 * small / 2:.0f} us a message, {bandwidth / 1e9:.2f} GB/s")
    return Network(small / 2, min(bandwidth, gbit * 1e9 / 8))


def table(
    network: Network, machines: list[int], sizes: list[int], step: float
) -> list[str]:
    """A line for each size and number: seconds, efficiency, what takes the rest.

    >>> table(Network(1e-4, 1e9), [8], [10], 0.05)[0]
    '   10 MB     8 machines    19.8 ms reducing  71.7%    5.7 times one, lost to bytes'
    """
    lines = []
    for megabytes in sizes:
        size = megabytes * 2**20
        for count in machines:
            reducing = network.seconds(count, size)
            share = step / (step + reducing)
            by_bytes = Network(0.0, network.bandwidth).seconds(count, size)
            why = "bytes" if by_bytes > reducing / 2 else "messages"
            lines.append(
                f"{megabytes:5} MB {count:5} machines {1e3 * reducing:7.1f} ms "
                f"reducing {share:6.1%} {count * share:6.1f} times one, lost to {why}"
            )
    return lines


def main() -> None:
    """Measures, and prints the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, nargs="+", default=[8, 64, 512])
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--step-ms", type=float, default=50.0)
    parser.add_argument("--gbit", type=float, default=10.0, help="of the network")
    given = parser.parse_args()
    network = measured(given.gbit)
    used = f"{1e6 * network.message:.0f} us, {network.bandwidth / 1e9:.2f} GB/s"
    print(f"model: steps of {given.step_ms:.0f} ms, messages of {used}")
    lines = table(network, given.machines, given.megabytes, given.step_ms / 1e3)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
