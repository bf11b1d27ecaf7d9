def match_by_values(x):
    match x:
        case None:
            r = "none"
        case 1 | 2.5 | "a":
            r = "literal"
        case n if n == 7:
            return n
        case _:
            r = "other"
    return r


INPUTS = [(None,), (1,), (2.5,), ("a",), (7,), (8,), (True,)]
