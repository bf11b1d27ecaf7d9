import types


def new_attribute_in_branch(n):
    box = types.SimpleNamespace()
    if n > 0:
        box.value = n
    return vars(box) == {"value": n}


INPUTS = [(0,), (7,)]
