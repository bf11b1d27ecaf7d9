def nested_function(x):
    """Doc of the outer one.

    Two paragraphs.
    """

    def inner(y, factor=x, *rest, shift=x + 1, **named):
        """Doc of the inner one."""
        if y > x:
            return y * factor
        return shift

    return inner(3) + inner(5, 2)


INPUTS = [(1,), (4,)]
