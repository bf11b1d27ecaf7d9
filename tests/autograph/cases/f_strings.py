def f_strings(x, d):
    return f"{d['a']} it's {x!r:>{d['w']}} {{}} {x + 1:.1f}\n"


INPUTS = [(1.5, {"a": 1, "w": 9})]
