def items_as_state(d, k, n):
    while d["n"] < n:
        d["n"] = d["n"] + 1
        if n > 3:
            d[k] = n
            d[k + 1] = 0
    return d


INPUTS = [({"n": 0}, 1, 2), ({"n": 0}, 1, 5)]
