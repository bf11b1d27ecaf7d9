def class_inside(x):
    class Local:
        size = x

        def get(self):
            if self.size > 1:
                return x
            return -x

    return Local().get()


INPUTS = [(1,), (2,)]
