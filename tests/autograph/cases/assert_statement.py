def assert_statement(x):
    assert x > 0, f"{x} is not positive"
    return x


INPUTS = [(1,)]
