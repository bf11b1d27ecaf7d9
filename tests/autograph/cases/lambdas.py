def lambdas(x):
    f = lambda y, k=3: y * k if y > 0 else -y
    g = lambda: x
    x = x + 1
    return f(x), g(), [(lambda z: z + x)(i) for i in range(2)]


INPUTS = [(1,), (-4,)]
