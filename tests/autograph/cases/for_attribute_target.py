class Box:
    value = 5


def for_attribute_target(n):
    box = Box()
    for box.value in range(n):
        pass
    return box.value


INPUTS = [(0,), (3,)]
