def walrus_and_break(n):
    total = 0
    while n > 1 and (half := n // 2) > 0:
        if half == 3:
            break
        total += half
        n = half
    else:
        total = -total
    return total


INPUTS = [(0,), (7,), (60,)]
