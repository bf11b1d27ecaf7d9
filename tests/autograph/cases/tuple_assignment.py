def tuple_assignment(n):
    a, b = 0, 1
    (c, *rest), d = (n, 2, 3), a
    while a < n:
        a, b = b, a + b
    return a, c, rest, d


INPUTS = [(0,), (20,)]
