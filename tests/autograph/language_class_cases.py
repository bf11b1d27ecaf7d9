"""More constructs of `docs/language.md`: members of classes that have a staged `if`."""

from __future__ import annotations

import functools

from tests.autograph.language_cases import row

__all__: list[str] = []


class Amount:
    """A number, in a class whose members all look at it."""

    def __init__(self, value):
        self.value = value

    @property
    def positive(self):
        return self.value if self.value > 0 else 0

    @positive.setter
    def positive(self, value):
        if value > 0:
            self.value = value
        else:
            self.value = -value

    @functools.cached_property
    def doubled(self):
        if self.value > 0:
            return self.value * 2
        return self.value

    def __add__(self, other):
        return self.value + other if other > 0 else self.value

    def __radd__(self, other):
        if other > 0:
            return self.value * other
        return other

    def __neg__(self):
        if self.value > 0:
            return -self.value
        return self.value

    def __getitem__(self, index):
        return self.value if self.value > index else index

    def __setitem__(self, index, value):
        if value > index:
            self.value = value

    def __contains__(self, item):
        if item > 0:
            return self.value > item
        return self.value < item

    def __eq__(self, other):
        if self.value > 5:
            return other == 9
        return other == 3

    __hash__ = None

    def __lt__(self, other):
        if other > 5:
            return self.value > 0
        return self.value < 0

    def __bool__(self):
        return True if self.value > 0 else False  # noqa: SIM210 - the construct

    def __len__(self):
        if self.value > 0:
            return self.value
        return 0

    def __enter__(self):
        if self.value < 0:
            self.value = 0
        return self

    def __exit__(self, *error):
        return False


class Larger(Amount):
    """One that asks its base class."""

    def __add__(self, other):
        return super().__add__(other) * 10

    @property
    def positive(self):
        return super().positive + 1


SHARED = Amount(4)


@row("property, its setter, `functools.cached_property` with a staged `if`", -3, 3)
def properties(x):
    amount = Amount(x)
    amount.positive = x + 1
    return amount.positive, Amount(x).positive, Amount(x).doubled


@row("`__add__`, `__radd__`, `__neg__`", -3, 3)
def arithmetic(x):
    return Amount(x) + x, x + Amount(x), -Amount(x)


@row("`__getitem__`, `__setitem__`, `__contains__`", -3, 3)
def items(x):
    amount = Amount(x)
    amount[2] = x * 2
    return amount[1], x in Amount(2), -1 not in amount


@row("`__eq__`, `__lt__`", -3, 3, 9)
def comparisons(x):
    return Amount(x) == x, Amount(x) < x


@row("`__bool__`, `__len__`", -3, 3)
def truth(x):
    amount = Amount(x)
    if amount:
        y = 1
    else:
        y = 2
    return y, not amount, len(amount), 5 if amount else 6


@row("... of a class that is made in the function", -3, 3)
def truth_of_local_class(x):
    class Positive:
        def __bool__(self):
            return x > 0

        def __len__(self):
            return x + 3

    made = Positive()
    y = 1 if made else 2
    return y, not made, len(made)


@row("`while` on an object with `__bool__`", -3, 3)
def loop_on_object(x):
    amount = Amount(x)
    while amount:
        amount.value = amount.value - 1
    return amount.value


@row("`__enter__` of a context", -3, 3)
def entered(x):
    with Amount(x) as amount:
        return amount.value


@row("... `super()`, objects made outside the function", -3, 3)
def inherited(x):
    return Larger(x) + x, Larger(x).positive, SHARED + x


@row("... in a staged loop", 0, 4)
def members_in_loop(n):
    total = 0
    for i in range(n):
        total = total + Amount(i - 1).positive
    return total
