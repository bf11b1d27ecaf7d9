def break_in_for(xs, wanted):
    found = -1
    for x in xs:
        if x == wanted:
            found = x
            break
    return found


INPUTS = [([1, 2, 3], 2), ([1, 2], 5), ([], 1)]
