def exception_between_branches(c, x):
    done = 0
    try:
        if c:
            done = 1
        1 // x
    except ZeroDivisionError:
        return done
    return None


INPUTS = [(0, 0), (1, 0), (1, 1)]
