import contextlib


def return_in_with(x):
    with contextlib.nullcontext(x) as y:
        if y > 0:
            return y
    return -1


INPUTS = [(3,), (-3,)]
