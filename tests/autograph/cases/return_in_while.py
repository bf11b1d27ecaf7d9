def return_in_while(limit):
    i = 0
    while i < limit:
        if i * i > limit:
            return i
        i = i + 1
    return -1


INPUTS = [(0,), (5,), (100,)]
