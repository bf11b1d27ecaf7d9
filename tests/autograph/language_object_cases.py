"""More constructs of `docs/language.md`: calls, objects and lists in staged code."""

from __future__ import annotations

import asyncio

import runtime as tf
from tests.autograph.language_cases import row

__all__: list[str] = []


@row("recursion on a Python value", 2, tensorflow="works")
def recursion_on_python(x):
    return power(x, 4)


def power(x, n):
    if n == 0:
        return 1
    return x * power(x, n - 1)


@row("recursion on a tensor", 4, refusal="recursion on a tensor, in factorial")
def recursion_on_tensor(n):
    return factorial(n)


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@row(
    "attribute of an object changed in a staged loop, in a call",
    3,
    tensorflow="runs once",
    refusal=r"counter.count changes in the loop of .*line \d+",
)
def counter_in_loop(n):
    counter = Counter()
    for _ in range(n):
        counter.add()
    return counter.count


class Counter:
    """Counts."""

    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1


@row("`self.x` as a variable of a staged loop", 3, tensorflow="works")
def attribute_in_loop(n):
    counter = Counter()
    for i in range(n):
        counter.count = counter.count + i
    return counter.count


@row(
    "a dict changed in a staged loop, by a key that is made in it",
    3,
    tensorflow="runs once",
    refusal="found changes in the loop",
)
def dict_in_loop(n):
    found = {"count": 0}
    for _ in range(n):
        found.update(count=found["count"] + 1)
    return found["count"]


@row("list that a staged loop appends to: returned", 1, 4)
def appended(n):
    squares = []
    for i in range(n):
        squares.append(i * i)
    return squares


@row("... in a staged branch of a loop", 2, 5)
def appended_in_branch(n):
    odd = []
    while n > 0:
        if n % 2 == 1:
            odd.append(n)
        n -= 1
    return odd


@row("... two lists, in the branches of a loop", 5)
def appended_to_two(n):
    odd, even = [], []
    for i in range(n):
        if i % 2 == 0:
            even.append(i)
        else:
            odd.append(i * 10)
    return odd, even


@row("... in nested loops, then indexed, counted, iterated over", 3, 5)
def appended_in_nested_loops(n):
    pairs = [7]
    for i in range(n):
        for j in range(i):
            pairs.append(i * 10 + j)
    total = 0
    for each in pairs:
        total += each
    return pairs[0], pairs[1], pairs[-1], len(pairs), total


@row(
    "... that another variable refers to",
    3,
    refusal=r"items changes in the loop of .*line \d+",
)
def appended_alias(n):
    items = []
    others = items
    for i in range(n):
        items.append(i)  # noqa: PERF402 - the construct
    return others


@row("list that a staged branch appends to", 1, 3, 5)
def appended_in_branches(n):
    items = [0]
    if n > 2:
        items.append(n)
    if n > 4:
        items.append(n + 1)
    else:
        items.append(7)
    return items, len(items)


@row("... then in a loop, again in a branch", 1, 4)
def appended_again(n):
    items = []
    for i in range(n):
        items.append(i)  # noqa: PERF402 - the construct
    if n > 2:
        items.append(100)
    total = 0
    for each in items:
        total += each
    return total, items[-1]


@row("... stacked and joined", 2, 4)
def appended_then_stacked(n):
    rows = []
    for i in range(n):
        rows.append(tf.stack([i, i + 1]))
    return tf.stack(rows, axis=1), tf.concat(rows, 0)


@row("list of which staged code takes the last item", 2, 4, tensorflow="always changes")
def popped_in_branch(n):
    items = [1, 2, 3, 4, 5]
    if n > 2:
        items.pop()
    while items.pop() > n:
        n += 1
    return n, items


@row("list that is changed in other ways in staged code", 1, 4)
def changed_list(n):
    items = [3, 1, 2]
    if n > 2:
        items.insert(0, n)
        items.sort()
    for i in range(n):
        items += [i, i * n]
        items[i] = items[i] + items.pop(0)
    return items, items.count(2), items == [1, 2], n in items


@row("... as a stack and as a queue, until it is empty", 1, 6)
def emptied_lists(n):
    waiting, done = [n], []
    while waiting:
        item = waiting.pop(0)
        if item > 1:
            waiting.append(item - 2)
            waiting.append(item // 2)
        done.append(item)
    while done and done[-1] < 2:
        done.pop()
    return done


@row(
    "... to hold values of several kinds",
    1,
    tensorflow="always changes",
    refusal=r"items changes in a branch of .*line \d+",
)
def mixed_list(n):
    items = [1, "text"]
    if n > 2:
        items.insert(0, n)
    return len(items)


@row(
    "list that the test of a staged loop changes in another way",
    1,
    tensorflow="changes twice",
    refusal=r"items changes in the loop of .*line \d+",
)
def inserted_in_test(n):
    items = [1, 2, 3]

    def more():
        items.insert(0, 4)
        return items[0] > n

    while more():
        n += 1
    return len(items)


@row(
    "attribute of an object changed in a staged branch, in a call",
    1,
    tensorflow="always changes",
    refusal=r"counter.count changes in a branch of .*line \d+",
)
def counter_in_branch(n):
    counter = Counter()
    if n > 2:
        counter.add()
    return counter.count


@row("`nonlocal` variable changed by a call in a staged loop", 0, 3, tensorflow="once")
def nonlocal_in_loop(n):
    count = 0

    def bump(by):
        nonlocal count
        if by > 1:
            count += by

    for i in range(n):
        bump(i)
        bump(2)
    return count


@row("... in a staged branch, by way of another function", 1, 3, tensorflow="always")
def nonlocal_in_branch(n):
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    def twice():
        return bump() + bump()

    made = twice() if n > 2 else 0
    if n > 0:
        twice()
    return count, made


@row(
    "generator with a staged loop",
    3,
    refusal="in sum_of_generator.*in count_up.*a generator or a coroutine",
)
def sum_of_generator(n):
    def count_up(limit):
        for i in range(limit):  # noqa: UP028 - the construct
            yield i

    total = 0
    for each in count_up(n):
        total += each
    return total


@row("generator without staged control flow", 3, tensorflow="works")
def sum_of_plain_generator(n):
    def pair(value):
        yield value
        yield value * 2

    total = 0
    for each in pair(n):
        total += each
    return total


@row("coroutine with a staged `if`", 3, refusal="as a Python `bool`")
def awaited(n):
    async def positive(value):
        if value > 0:
            return value
        return 0

    return asyncio.run(positive(n))


TYPED: dict[str, object] = {}
exec("def typed(x):\n    if x > 2:\n        return x\n    return -x\n", TYPED)


@row("function from `exec` or a prompt, with a staged `if`", 3, refusal="`bool`")
def call_of_typed(n):
    return TYPED["typed"](n)
