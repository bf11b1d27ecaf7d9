import types


def attributes_as_state(n):
    box = types.SimpleNamespace(value=0, steps=0)
    while box.value < n:
        box.value += 2
        if box.value % 4 == 0:
            box.steps = box.steps + 1
    return box.value, box.steps


INPUTS = [(0,), (7,)]
