def same_target_in_nested_loops(n):
    for i in range(n):
        for i in range(2 * n):
            pass
    return i


INPUTS = [(1,), (3,)]
