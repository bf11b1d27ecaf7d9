def delete(d, c):
    y = 1
    if c:
        del y
        y = 2
    del d["k"]
    x = z = y
    del x, z
    return y, d


INPUTS = [({"k": 1}, 0), ({"k": 1}, 1)]
