class Base:
    def scale(self, x):
        return 2 * x


class Derived(Base):
    def scale(self, x):
        if x > 1:
            return super().scale(x)
        return super(Derived, self).scale(x) + 1


FUNCTION = Derived.scale


INPUTS = [(Derived(), 1), (Derived(), 2)]
