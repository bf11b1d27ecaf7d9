TOTAL = 0


def global_state(x):
    global TOTAL
    TOTAL = 0
    if x > 0:
        TOTAL = x
    while TOTAL < 3:
        TOTAL += 1
    return TOTAL


INPUTS = [(0,), (9,)]
