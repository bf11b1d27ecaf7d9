def logic(a, b, c):
    return (a and not b) or (b and c), a or b or c, a and b and c


INPUTS = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in ("", "z")]
