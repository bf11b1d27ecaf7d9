def while_else(n, stop):
    while n > 0:
        if n == stop:
            break
        n = n - 1
    else:
        n = -1
    return n


INPUTS = [(5, 3), (5, 9), (0, 0)]
