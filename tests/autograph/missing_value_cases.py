"""Functions that read a variable before it has a value, each in another way."""

# ruff: noqa: B012, B018, C416, F821, F841, RET503, SIM105, SIM222 - the constructs

from __future__ import annotations

import asyncio
import contextlib


def fails(x):
    raise ValueError(x)


@contextlib.contextmanager
def entered(x):
    yield x


def in_a_branch(x):
    if x:
        z + 1
    z = 1


def in_an_operand(x):
    y = x and z
    z = 1
    return y


def in_a_conditional_expression(x):
    y = z if x else 1
    z = 1
    return y


def after_a_broken_try(x):
    try:
        z = fails(x)
    except ValueError:
        pass
    if x:
        return z


def after_a_suppressed_error(x):
    with contextlib.suppress(ValueError):
        z = fails(x)
    while x:
        return z


def after_a_case(x):
    match x:
        case 0:
            z = 1
    for _ in range(x):
        return z


def added(x):
    y = 1
    if x:
        y += z
        z = y
    return y


def caught(x):
    if x:
        try:
            fails(x)
        except z:
            z = ValueError


def in_a_function_inside(x):
    def inner():
        return z

    if x:
        return inner()
    z = 1


def in_a_comprehension(x):
    if x:
        return [[f for f in [z for _ in range(2)]]]
    z = 1


def in_a_generator(x):
    if not x:
        z = 1

    def inner():
        yield z

    return list(inner())


def in_a_generator_called_by_python(x):
    if not x:
        z = 1

    def inner():
        yield z

    for each in sorted([1, 2], key=lambda _: next(inner())):
        return each


def in_a_coroutine(x):
    if not x:
        return x

    async def inner():
        return z

    z = asyncio.run(inner())
    return z


def in_the_body_of_a_class(x):
    if x:

        class Local:
            y = z

    z = 1


def of_a_generator_expression_with_an_assignment(x):
    later = (x for _ in [1] if (z := 2))
    if x:
        return z


def of_a_walrus_that_is_not_reached(x):
    not x and (z := 3)
    if x:
        return z


def with_a_return_in_finally(x):
    with entered(x):
        try:
            z
            z = 1
        finally:
            return 2 or 1


def with_a_nonlocal_in_a_block(x):
    count = 0
    for _ in [1, 2]:
        try:
            pass
        finally:
            with entered(x):

                def inner():
                    nonlocal count
                    count += x if x else 1

            inner()
            if count > 1:
                break
    return count


def in_a_finally_that_needs_the_earlier_value(x):
    z = 1
    for each in [x]:
        try:
            z = fails(each)
        except ValueError:
            pass
        finally:
            y = z
    return y


def in_a_lambda(x):
    if x:
        y = max([x, 2], key=lambda item: item + z)
        z = y
    return y


def in_an_operand_of_a_lambda(x):
    for _ in range(x):
        y = max([x, 2], key=lambda item, /, *, other=1: item and z)
        z = y
    return y


def in_a_context_before_a_jump_out_of_finally(x):
    try:
        y = 1
    finally:
        with entered(x) as y:
            if z is z:
                return y
            elif y:
                for z in [1]:
                    y = [z for _ in [1]]


def in_a_function_made_in_such_a_context(x):
    try:
        y = 1
    finally:
        with entered(x) as y:

            def inner():
                return z

            if inner():
                return y
            z = 1
