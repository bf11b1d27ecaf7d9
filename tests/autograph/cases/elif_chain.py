def elif_chain(x):
    if x < 0:
        size = "negative"
    elif x == 0:
        size = "zero"
    elif x < 10:
        size = "small"
    else:
        size = "large"
    return size


INPUTS = [(-1,), (0,), (5,), (50,)]
