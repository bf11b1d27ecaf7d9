def continue_in_while(n):
    i = 0
    total = 0
    while i < n:
        i = i + 1
        if i % 2 == 0:
            continue
        total = total + i
    return total


INPUTS = [(0,), (7,)]
