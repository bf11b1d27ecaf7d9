def walrus(xs):
    i = 0
    while (x := xs[i]) > 0 and i < 9:
        i = i + 1
    if (y := x + i) < 2:
        i = y
    return i, x, y


INPUTS = [([3, 2, 0],), ([0],)]
