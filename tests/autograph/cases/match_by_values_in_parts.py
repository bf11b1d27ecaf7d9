def match_by_values_in_parts(pair):
    match pair:
        case (1, 2) | (2, 1):
            r = "small"
        case {"k": True, **rest} if len(rest) > 1:
            r = rest
        case (a, 5 | 6 as c):
            r = a, c
        case _:
            r = None
    return r


INPUTS = [
    ((2, 1),),
    ({"k": True, "a": 1, "b": 2},),
    ({"k": 1, "a": 1, "b": 2},),
    ((7, 6),),
    ((7, 8),),
]
