def while_nested(n, m):
    total = 0
    i = 0
    while i < n:
        j = 0
        while j < m:
            total = total + i * j
            j = j + 1
        i = i + 1
    return total


INPUTS = [(0, 3), (3, 4)]
