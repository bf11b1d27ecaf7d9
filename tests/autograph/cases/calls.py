def calls(f, args, kwargs):
    return f(), f(*args), f(1, *args, 2, *args), f(x=1, **kwargs), f(*args, y=2)


INPUTS = [(lambda *a, **k: (a, k), (3, 4), {"z": 5})]
