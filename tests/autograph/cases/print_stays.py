def print_stays(x):
    print("got", x)
    return x


INPUTS = [(1,)]
