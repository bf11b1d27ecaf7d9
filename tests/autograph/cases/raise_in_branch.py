def raise_in_branch(x):
    if x < 0:
        raise ValueError("negative")
    return x


INPUTS = [(1,)]
