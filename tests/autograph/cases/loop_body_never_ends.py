def loop_body_never_ends(n):
    for i in range(n):
        for j in range(i):
            i -= j
        raise ValueError(i)
    return n


INPUTS = [(0,)]
