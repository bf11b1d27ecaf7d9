def code_after_return(x):
    return x
    x = x + 1


INPUTS = [(1,)]
