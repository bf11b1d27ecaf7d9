def while_local_variable(n):
    i = 0
    while i < n:
        step = i * 2
        i = i + step + 1
    return i


INPUTS = [(0,), (9,)]
