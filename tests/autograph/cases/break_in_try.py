def break_in_try(xs):
    seen = []
    for x in xs:
        try:
            y = 1 // x
        except ZeroDivisionError:
            break
        seen.append(y)
    return seen


INPUTS = [([1, 2, 0, 1],), ([1],)]
