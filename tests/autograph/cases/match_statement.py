def match_statement(p):
    match p:
        case (a, b) if a > b:
            r = a
        case (a, b):
            if a == b:
                r = 0
            else:
                r = b
        case {"k": v, **rest}:
            r = v, rest
        case [first, *others]:
            r = first, others
        case _:
            return None
    return r


INPUTS = [((1, 2),), ((2, 1),), ((2, 2),), ({"k": 1, "l": 2},), ([1, 2, 3],), (7,)]
