def if_else(x):
    """One branch or the other gives `y`."""
    if x > 0:
        y = x
    else:
        y = -x
    return y


INPUTS = [(3,), (-3,), (0,)]
