def while_loop(n):
    total = 0
    while n > 0:
        total = total + n
        n = n - 1
    return total


INPUTS = [(0,), (4,)]
