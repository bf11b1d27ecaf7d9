def keyword_only_arguments(x, /, y=1, *, scale=2, bias=None):
    if bias is None:
        return x * scale + y
    return x * scale + y + bias


INPUTS = [(1,), (1, 2)]
