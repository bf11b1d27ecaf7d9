def ternary(x):
    return abs(x if x > 1 else x * 2) if x != 0 else 7


INPUTS = [(3,), (-3,), (0,)]
