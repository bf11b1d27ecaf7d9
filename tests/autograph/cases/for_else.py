def for_else(xs):
    for x in xs:
        if x:
            break
    else:
        return None
    return x


INPUTS = [([0, 2],), ([0],), ([],)]
