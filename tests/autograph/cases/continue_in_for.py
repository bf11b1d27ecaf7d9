def continue_in_for(xs):
    total = 0
    for x in xs:
        if x < 0:
            continue
        total = total + x
    return total


INPUTS = [([1, -2, 3],), ([],)]
