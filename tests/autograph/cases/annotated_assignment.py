def annotated_assignment(c: int, d: "str" = "d") -> tuple:
    x: int = 1
    y: float
    if c:
        x: int = 2
    return x, d


INPUTS = [(0,), (1, "e")]
