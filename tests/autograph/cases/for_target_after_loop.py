def for_target_after_loop(n):
    i = 5
    for i in range(n):
        pass
    return i


INPUTS = [(0,), (3,)]
