def comparisons(x, y):
    return x == y, x != y, 1 < x < 5, x is None, x in (1, y), x not in [y]


INPUTS = [(1, 1), (3, 4), (None, 2)][:2]
