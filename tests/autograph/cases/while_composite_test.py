def while_composite_test(x, y):
    while x > 0 and not y < 0:
        x = x - 1
        y = y - 2
    return x, y


INPUTS = [(5, 4), (1, 9), (0, 0)]
