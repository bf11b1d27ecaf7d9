def break_and_continue(n):
    t = 0
    for i in range(n):
        if i == 2:
            continue
        if i == 7:
            break
        j = 0
        while j < i:
            j = j + 1
            if j == 4:
                continue
            if t > 50:
                return t
            t = t + j
    return t


INPUTS = [(0,), (5,), (20,)]
