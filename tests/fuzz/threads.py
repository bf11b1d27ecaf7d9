"""Many threads on one thing, switched as often as they can be.

A step is `[scenario, seed]`: sixteen threads do it at once, with a switch interval of a
microsecond, and what comes of it is what one thread would make of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import runtime as tf
from tests.fuzz.kinds import Kind, Steps

THREADS: Final = 16
Action = Callable[[int], Any]


def one_function(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """A function that is traced for several signatures at once."""

    @tf.function
    def total(x: Any) -> Any:
        y = tf.constant(0.0)
        for i in tf.range(tf.size(x)):
            y += x[i] * 2.0
        return y

    def act(number: int) -> float:
        x = tf.ones([1 + (number + seed) % 3])
        return float(total(x).numpy())

    wanted = [2.0 * (1 + (number + seed) % 3) for number in range(THREADS)]
    return act, lambda found: found == wanted


def one_variable(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Sums into a variable, eagerly and in functions."""
    variable = tf.Variable(0.0)
    add = tf.function(lambda x: variable.assign_add(x))

    def act(number: int) -> None:
        for _ in range(5):
            if number % 2:
                add(tf.constant(1.0))
            else:
                variable.assign_add(1.0)

    return act, lambda found: float(variable.numpy()) == 5.0 * THREADS


def one_table(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Keys of each thread into one table."""
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)

    def act(number: int) -> int:
        key = tf.constant([number], tf.int64)
        for value in range(5):
            table.insert(key, tf.constant([value], tf.int64))
        return int(table.lookup(key).numpy()[0])

    return act, lambda found: found == [4] * THREADS and int(table.size()) == THREADS


def one_tape(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """A tape in each thread, over one function and one variable."""
    variable = tf.Variable(3.0)
    square = tf.function(lambda x: x * variable * variable)

    def act(number: int) -> float:
        with tf.GradientTape() as tape:
            y = square(tf.constant(float(number)))
        return float(tape.gradient(y, variable).numpy())

    return act, lambda found: found == [6.0 * number for number in range(THREADS)]


def one_dataset(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """An iterator of each thread over one dataset."""
    data = tf.data.Dataset.range(12).shuffle(4, seed=seed).map(lambda x: x * 2)

    def act(number: int) -> int:
        return sum(int(each.numpy()) for each in data.prefetch(1))

    return act, lambda found: found == [132] * THREADS


def one_iterator(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """One iterator: each element comes once."""
    iterator = iter(tf.data.Dataset.range(THREADS * 3).map(lambda x: x))

    def act(number: int) -> list[int]:
        return [int(next(iterator).numpy()) for _ in range(3)]

    def holds(found: list[Any]) -> bool:
        return sorted(each for part in found for each in part) == list(
            range(THREADS * 3)
        )

    return act, holds


def one_queue(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Half of the threads put what the others take."""
    queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[])

    def act(number: int) -> int:
        if number % 2:
            queue.enqueue(number)
            return 0
        return int(queue.dequeue().numpy())

    return act, lambda found: sum(found) == sum(range(1, THREADS, 2))


def one_folder(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Checkpoints of all threads in one folder."""

    def act(number: int) -> float:
        state = tf.train.Checkpoint(x=tf.Variable(float(number)))
        path = state.save(str(folder / f"c{number}"))
        found = tf.train.load_variable(path, "x/.ATTRIBUTES/VARIABLE_VALUE")
        return float(found)

    return act, lambda found: found == [float(each) for each in range(THREADS)]


def native_code(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """A function that is compiled to native code by whoever comes first."""
    compiled = tf.function(lambda x: tf.reduce_sum(x * x + 1.0), jit_compile=True)

    def act(number: int) -> float:
        return float(compiled(tf.fill([4], float(number % 4))).numpy())

    return (
        act,
        lambda found: (
            found == [4.0 * ((number % 4) ** 2 + 1.0) for number in range(THREADS)]
        ),
    )


def conversions(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """One function converted by all, called with plain values and traced."""

    def program(n: Any) -> Any:
        total = n * 0
        while n > 0:
            total = total + n
            n = n - 1
        return total

    staged = tf.function(program)

    def act(number: int) -> int:
        if number % 2:
            return int(tf.autograph.to_graph(program)(number))
        return int(staged(tf.constant(number)).numpy())

    return act, lambda found: found == [n * (n + 1) // 2 for n in range(THREADS)]


def forks(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Some threads fork while others trace and compute; children compute too."""

    def act(number: int) -> int:
        if number % 8 == 0:
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    y = tf.function(lambda x: x + 1)(tf.constant(1))
                    code = 0 if int(y.numpy()) == 2 else 1
                finally:
                    os._exit(code)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        y = tf.function(lambda x: x * 2)(tf.constant(number))
        return int(y.numpy()) - 2 * number

    return act, lambda found: found == [0] * THREADS


def total_of(count: int) -> int:
    """A sum by a traced function, in a process that was begun for it."""
    staged = tf.function(lambda x: tf.reduce_sum(x * 2))
    return int(staged(tf.range(count)).numpy())


def spawns(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Some threads begin fresh processes by `concurrent.futures`; others compute."""
    fresh = get_context("spawn")
    staged = tf.function(lambda x: tf.reduce_sum(x * 2))

    def act(number: int) -> int:
        if number % 8 == 0:
            with ProcessPoolExecutor(1, mp_context=fresh) as pool:
                return pool.submit(total_of, number).result()
        return int(staged(tf.range(number)).numpy())

    return act, lambda found: found == [n * (n - 1) for n in range(THREADS)]


EXITING: Final = """
import itertools, sys, threading
import runtime as tf

tf.get_logger().setLevel("ERROR")  # of warnings about many signatures
double = tf.function(lambda x: x * 2.0)
begun = threading.Barrier(5)


def work(number):
    begun.wait()
    for count in itertools.count(1):
        double(tf.ones([count % 7 + number]))
        data = tf.data.Dataset.range(9).map(lambda x: x + 1, num_parallel_calls=2)
        next(iter(data.prefetch(2)))


for number in range(4):
    threading.Thread(target=work, args=(number,), daemon=True).start()
data = tf.data.Dataset.range(1000).map(lambda x: x, num_parallel_calls=2)
held = iter(data.prefetch(2))
next(held)
begun.wait()
for _ in range(int(sys.argv[1])):
    double(tf.ones([3]))
"""


def exits(seed: int, folder: Path) -> tuple[Action, Callable[[list[Any]], bool]]:
    """Programs that end while their threads trace, compute and read datasets."""
    program = folder / "ends.py"
    program.write_text(EXITING)

    def act(number: int) -> tuple[int, str]:
        if number % 8:
            return 0, ""
        done = subprocess.run(
            [sys.executable, str(program), str((seed + number) % 50)],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr

    return act, lambda found: found == [(0, "")] * THREADS


SCENARIOS: Final = {
    each.__name__: each
    for each in (
        *(spawns, exits),
        *(one_function, one_variable, one_table, one_tape, one_dataset, one_iterator),
        *(one_queue, one_folder, native_code, conversions, forks),
    )
}


def make(number: int) -> Steps:
    """A scenario, and a seed."""
    names = sorted(SCENARIOS)
    return [names[number % len(names)], Random(number).randrange(1000)]


def run(steps: Steps, folder: Path) -> str | None:
    """What the threads make wrong."""
    name, seed = steps
    act, holds = SCENARIOS[name](seed, folder)
    barrier = threading.Barrier(THREADS)

    def begin(number: int) -> Any:
        barrier.wait()
        return act(number)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            found = list(pool.map(begin, range(THREADS)))
    finally:
        sys.setswitchinterval(before)
    if not holds(found):
        return f"{name} gives something else: {found!r}"[:600]
    return None


KIND: Final = Kind(make, run, least=2, seconds=20.0, memory=8 << 30)
