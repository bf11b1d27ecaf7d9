def defined_in_finally(x):
    y = 0
    try:
        y = 1 // x
    except ZeroDivisionError:
        y = -1
    finally:
        if y > 0:
            z = y
        else:
            z = 10
    return y + z


INPUTS = [(0,), (1,), (3,)]
