def early_return(x):
    if x < 0:
        return -1
    elif x == 0:
        return 0
    return 1


INPUTS = [(-5,), (0,), (5,)]
