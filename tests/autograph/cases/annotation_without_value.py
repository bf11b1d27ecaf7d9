def annotation_without_value(x):
    y: int
    with open("/dev/null") as _:
        if x > 0:
            try:
                z: float = 1.0
            finally:
                y: int
                y = 2
        else:
            y: int = 3
            z: float
            z = 2.0
    return y, z


INPUTS = [(1,), (-1,)]
