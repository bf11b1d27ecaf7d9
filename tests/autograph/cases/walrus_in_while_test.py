def walrus_in_while_test(n):
    total = 0
    while (half := n // 2) > 0:
        total += half
        n = half
    return total, half


INPUTS = [(0,), (9,)]
