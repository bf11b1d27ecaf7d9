def if_without_else(x):
    if x > 0:
        x = x * 2
    return x


INPUTS = [(3,), (-3,)]
