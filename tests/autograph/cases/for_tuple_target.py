def for_tuple_target(pairs):
    total = 0
    for i, (a, *rest) in pairs:
        total += i * a + len(rest)
    return total


INPUTS = [([(1, (2, 3)), (2, (5,))],), ([],)]
