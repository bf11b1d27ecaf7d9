"""Functions that `check` finds the same, or different, when staged."""

from __future__ import annotations

import random

LOG: list[int] = []


class Counter:
    """Counts."""

    def __init__(self):
        self.count = 0


COUNTER = Counter()


def count_up(n):
    i = 0
    while i < n:
        i += 1
    return i


def prints_in_loop(n):
    i = 0
    while i < n:
        print("at", i)
        i += 1
    return i


def changes_attribute(n):
    COUNTER.count += 1
    return n


def changes_list(n):
    for i in range(2):
        LOG.append(i)  # noqa: PERF402 - the effect
    return n


def changes_argument(values):
    values.append(1)
    return len(values)


def draws(n):
    random.random()
    return n


def chooses(n):
    random.choice([1, 2, 3])
    return n


def overflows(n):
    return n * 65536 * 65536


def fails(n):
    if n > 100:
        raise ValueError("too large")
    return n
