def undefined_in_one_branch(c, x):
    if c:
        temporary = x + 1
        x = temporary
    return x


INPUTS = [(0, 1), (1, 1)]
