def nested_generator(n):
    def numbers():
        for i in range(n):
            if i == 2:
                continue
            yield i

    return list(numbers())


INPUTS = [(0,), (5,)]
