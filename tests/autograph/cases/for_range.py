def for_range(n, x):
    for _ in range(n):
        x = x * 2
    return x


INPUTS = [(0, 3), (4, 3)]
