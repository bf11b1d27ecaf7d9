def nested_function_with_nonlocal(n):
    count = 0

    def bump():
        nonlocal count
        if n > 1:
            count = count + 1

    for _ in range(n):
        bump()
    return count


INPUTS = [(0,), (1,), (3,)]
