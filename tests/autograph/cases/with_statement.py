import contextlib


def with_statement(a, b):
    with contextlib.nullcontext(a) as x, contextlib.nullcontext(b) as (y, z):
        if x > y:
            z = x
    return x, y, z


INPUTS = [(1, (2, 3)), (4, (2, 3))]
