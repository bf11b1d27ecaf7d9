def ternary_in_ternary(x):
    return 1 if x > 0 else 2 if x < -1 else 3


INPUTS = [(3,), (-1,), (-3,)]
