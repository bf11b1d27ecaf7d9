def walrus_in_value(a, b):
    x = (y := a + 1) * y if a > b else (y := b)
    found = a and (z := b)
    other: int = a > 1 or (w := b) or (w := 7)
    (y := y + 1) if found else (y := y - 1)
    if b > 5:
        return (v := x) + v if (u := y) > 3 else u
    return (x, y, found, other)


INPUTS = [(0, 0), (3, 1), (1, 3), (2, 9), (9, 7)]
