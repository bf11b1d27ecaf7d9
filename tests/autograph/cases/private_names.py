class Counter:
    def __init__(self):
        self.__count = 0

    def count(self, __limit):
        while self.__count < __limit:
            self.__count += 1
        return self.__count


def private_names(n):
    return Counter().count(n)


FUNCTION = Counter.count


INPUTS = [(Counter(), 3), (Counter(), 0)]
