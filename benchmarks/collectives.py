"""Times of an all-reduce between processes, against a copy in memory they share.

    python benchmarks/collectives.py [--processes 2 4] [--megabytes 1 10] [--sockets]

Bus bandwidth is what an all-reduce of N bytes between n processes must move in each,
2 (n - 1) / n times N, over its time: the median of all rounds, of the slowest process.
Copies are timed in the same rounds, by all processes at once: they share the memory.
"""

from __future__ import annotations

import argparse
import mmap
import multiprocessing
import socket
import statistics
import time
from typing import Any

import numpy as np

from runtime.distribute.transport.group import Group, join
from runtime.distribute.transport.handshake import Membership

ROUNDS = 15


def copy_seconds(group: Group, shared: Any, array: Any) -> float:
    group.barrier()
    begin = time.perf_counter()
    np.copyto(shared, array)
    return time.perf_counter() - begin


def reduce_seconds(group: Group, array: Any) -> float:
    group.barrier()
    begin = time.perf_counter()
    group.all_reduce(array)
    return time.perf_counter() - begin


def work(
    rank: int, addresses: list[str], sizes: list[int], sockets: bool, answers: Any
) -> None:
    group = join(Membership("benchmark", tuple(addresses), rank))
    if sockets:
        group._memory = None
    for size in sizes:
        array = np.ones(size // 4, np.float32)
        shared = np.frombuffer(mmap.mmap(-1, size), np.float32)
        copies, reduces = [], []
        for _ in range(ROUNDS):
            copies.append(copy_seconds(group, shared, array))
            reduces.append(reduce_seconds(group, array))
        times = np.float64([statistics.median(copies), statistics.median(reduces)])
        slowest = group.all_reduce(times, "max")
        if rank == 0:
            answers.put((size, *slowest.tolist(), group.shares_memory))
    group.close()


def reserved(number: int) -> list[socket.socket]:
    held = [socket.socket() for _ in range(number)]
    for each in held:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        each.bind(("127.0.0.1", 0))
    return held


def measure(processes: int, sizes: list[int], sockets: bool) -> None:
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    held = reserved(processes)
    addresses = [f"127.0.0.1:{each.getsockname()[1]}" for each in held]
    children = [
        context.Process(target=work, args=(rank, addresses, sizes, sockets, answers))
        for rank in range(processes)
    ]
    for each in children:
        each.start()
    for _ in sizes:
        size, copy, reduce, shares = answers.get(timeout=600)
        bus = 2 * (processes - 1) / processes * size / reduce
        by = "memory" if shares else "sockets"
        print(
            f"{processes:9} {size / 2**20:6.0f} {by:8} {1e3 * reduce:10.2f} "
            f"{bus / 1e9:10.2f} {size / copy / 1e9:10.2f} {bus / (size / copy):8.0%}"
        )
    for each in children:
        each.join(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--sockets", action="store_true", help="share no memory")
    given = parser.parse_args()
    print("processes     MB by       reduce ms   bus GB/s  copy GB/s    share")
    for number in given.processes:
        measure(number, [each * 2**20 for each in given.megabytes], given.sockets)


if __name__ == "__main__":
    main()
