def break_in_while(n):
    i = 0
    while True:
        if i >= n:
            break
        i = i + 1
    return i


INPUTS = [(0,), (4,)]
