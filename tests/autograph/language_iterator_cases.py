"""More constructs of `docs/language.md`: Python's iterators in staged code."""

from __future__ import annotations

import itertools

from tests.autograph.language_cases import row

__all__: list[str] = []

TAKEN = "so all are taken while that is recorded.* elsewhere too: "


@row("tensor `break` in a loop over a generator", 3, 20)
def break_in_generator(n):
    total = 0
    for square in (i * i for i in range(5)):
        total = total + square
        if total > n:
            break
    return total


@row("... over an iterator that is used afterwards", 3, refusal=f"{TAKEN}the list_iter")
def break_in_shared_iterator(n):
    items = iter([1, 2, 3, 4])
    total = 0
    for item in enumerate(items):
        total = total + item[1]
        if total > n:
            break
    return total + sum(items)


@row("... that was at its last item", 1, 7)
def break_at_last_item(n):
    items = iter([1, 2, 3])
    total = 0
    for item in items:
        total = total + item
        if item == 3:
            if total > n:
                break
            total = -1
    return total + sum(items)


@row(
    "... over a generator that changes what others use",
    3,
    refusal=f"{TAKEN}the list",
)
def break_in_generator_with_effect(n):
    made = []

    def numbers():
        for i in range(4):
            made.append(i)
            yield i

    total = 0
    for number in numbers():
        total = total + number
        if total > n:
            break
    return total + len(made)


@row("... over a generator that has no end", 3, refusal="has no other end within")
def break_in_unending_generator(n):
    total = 0
    for number in (i * 2 for i in itertools.count()):
        total = total + number
        if total > n:
            break
    return total


@row(
    "`next` of an iterator in a staged loop",
    3,
    tensorflow="runs once",
    refusal="items changes in the loop",
)
def next_in_loop(n):
    items = itertools.cycle([2, 5])
    while n > 0:
        n = n - next(items)
    return n


@row(
    "... in the test of a staged loop",
    5,
    tensorflow="changes twice",
    refusal="items changes in the loop",
)
def next_in_test(n):
    items = iter(range(1, 9))
    while next(items) < n:
        n = n - 1
    return n * 10 + next(items)


@row(
    "... in a staged branch",
    1,
    tensorflow="always changes",
    refusal="items changes in a branch",
)
def next_in_branch(n):
    items = iter([1, 2, 3])
    if n > 2:
        n = n + next(items)
    return n + next(items)


@row("`any` of a generator over an iterator that is used afterwards", 2, refusal=TAKEN)
def any_over_shared_iterator(n):
    items = iter([1, 2, 3, 4])
    if any(item > n for item in items):
        n = n + 1
    return n * 10 + next(items)
