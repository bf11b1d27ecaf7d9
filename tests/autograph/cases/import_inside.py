def import_inside(x):
    import math as m
    from os import path

    if x:
        import math
    return m.sqrt(x), path.sep


INPUTS = [(0,), (4,)]
