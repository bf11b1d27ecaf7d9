FUNCTION = lambda x, y=2: x * y if x > 0 and y else [z for z in (x, y)]


INPUTS = [(1,), (-1,), (3, 0)]
