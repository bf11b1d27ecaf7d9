"""Functions that behave converted as in Python: which function a call site finds."""

# ruff: noqa: B010 - the constructs

from __future__ import annotations

import gc
import sys
import threading
import types
import weakref


class Base:
    """Methods with and without calls in them."""

    def __init__(self, step=1):
        self.step = step

    def leaf(self, x):
        return x + self.step

    def calling(self, x):
        return self.leaf(x) + abs(x)

    def default(self, x=2, *more, scale=3, **rest):
        return x * scale + len(more) + len(rest)

    @classmethod
    def of_class(cls, x):
        return cls.__name__, x

    @staticmethod
    def alone(x):
        return -x

    @property
    def chosen(self):
        return self.leaf if self.step else self.calling


class Derived(Base):
    def leaf(self, x):
        return super().leaf(x) * 10

    def calling(self, x):
        return super().calling(x), self.leaf(x)


def other_leaf(self, x):
    return "other", x


def other_calling(self, x):
    return "calling", self.leaf(x), str(x)


def case_class_changed_after_the_first_call():
    class Own(Base):
        pass

    own, found = Own(), []
    for i in range(8):
        found.append((own.leaf(i), own.calling(i)))
        if i == 1:
            Own.leaf = other_leaf
        if i == 2:
            Own.calling = other_calling
        if i == 3:
            del Own.leaf
        if i == 4:
            Own.leaf = lambda self, x: ("lambda", x, len(str(x)))
        if i == 5:
            Own.leaf = staticmethod(abs)
        if i == 6:
            Own.calling = property(lambda self: lambda x: ("property", x))
    return found


def case_base_changed_after_the_first_call():
    class Root:
        def m(self):
            return "root"

    class Middle(Root):
        pass

    class Leaf(Middle):
        pass

    found, leaf = [], Leaf()
    for i in range(5):
        found.append(leaf.m())
        if i == 0:
            Middle.m = lambda self: "middle"
        if i == 1:
            setattr(Root, "m", lambda self: "new root")
        if i == 2:
            del Middle.m
        if i == 3:
            Leaf.__bases__ = (Own2,)
    return found


class Own2:
    def m(self):
        return "another base", repr(type(self).__mro__[1].__name__)


def case_instance_attribute_that_shadows_a_method():
    one, two, found = Base(), Base(5), []
    for i in range(6):
        found += [one.leaf(i), two.leaf(i), one.calling(i)]
        if i == 1:
            one.leaf = lambda x: ("own", x)
        if i == 2:
            one.leaf = two.leaf
        if i == 3:
            one.leaf = two.calling
        if i == 4:
            del one.leaf
    return found


def case_class_of_an_instance_assigned():
    one, found = Base(), []
    for i in range(4):
        found.append((one.leaf(i), one.calling(i)))
        one.__class__ = Derived if i % 2 == 0 else Base
    return found


def case_one_site_many_classes():
    def ask(owner, x):
        return owner.leaf(x)

    class Third(Derived):
        leaf = other_leaf

    owners = [Base(), Derived(2), Third(), Base(3), Derived(), Base]
    found = [ask(owner, 1) for owner in owners[:-1] for _ in range(3)]
    try:
        ask(Base, 1)
    except TypeError as error:
        found.append(str(error))
    return found, Base.leaf(Base(7), 1), Derived.calling(Derived(), 2)


def case_static_and_class_methods():
    found = []
    for owner in (Base, Derived, Base(), Derived()):
        for x in (1, 2):
            found += [owner.of_class(x), owner.alone(x)]
    found.append([Base().chosen(1), Base(0).chosen(1), Derived().chosen(3)])
    return found


def case_defaults_changed_after_the_first_call():
    def f(x=1, *, y=2):
        return x, y

    class Own:
        def leaf(self, x=1):
            return x

        def calling(self, x=1, *, y=2):
            return max(x, y), x, y

    own, found = Own(), []
    for i in range(5):
        found.append((f(), own.leaf(), own.calling()))
        if i == 0:
            f.__defaults__ = (10,)
            Own.leaf.__defaults__ = (10,)
            Own.calling.__defaults__ = (10,)
        if i == 1:
            f.__kwdefaults__ = {"y": 20}
            Own.calling.__kwdefaults__ = {"y": 20}
        if i == 2:
            f.__kwdefaults__["y"] = 30
            Own.calling.__kwdefaults__["y"] = 30
        if i == 3:
            f.__defaults__ = Own.leaf.__defaults__ = None
    return found


def case_code_changed_after_the_first_call():
    def f(x):
        return x

    def g(x):
        return str(x), "g"

    class Own:
        def leaf(self, x):
            return x

        def calling(self, x):
            return abs(x)

    own, found = Own(), []
    for i in range(4):
        try:
            found.append((f(i), own.leaf(i), own.calling(i)))
        except TypeError as error:
            found.append(str(error))
        if i == 0:
            f.__code__ = g.__code__
        if i == 1:
            Own.leaf.__code__ = Base.default.__code__
            Own.calling.__code__ = other_leaf.__code__
        if i == 2:
            Own.leaf.__code__ = other_leaf.__code__
    return found


def case_descriptors_and_getattr():
    log = []

    class Bound:
        def __get__(self, owner, kind=None):
            log.append("get")
            return lambda x: ("descriptor", x, owner is None)

    class Asked:
        m = Bound()

        def __getattr__(self, name):
            log.append(name)
            if name.startswith("no"):
                raise AttributeError(name)
            return types.MethodType(other_leaf, self)

        def here(self, x):
            return x

    class All(Asked):
        def __getattribute__(self, name):
            log.append("all " + name)
            return super().__getattribute__(name)

    found = []
    for owner in (Asked(), All(), Asked()):
        for x in range(2):
            found += [owner.m(x), owner.here(x), owner.any(x)]
            try:
                owner.nothing(x)
            except AttributeError as error:
                found.append(str(error))
    return found, log


def case_metaclass_with_methods_of_its_own():
    log = []

    class Meta(type):
        def leaf(cls, x):
            return "meta", cls.__name__, x

        def __getattr__(cls, name):
            log.append(name)
            return lambda x: (name, x)

        def __call__(cls, *args):
            log.append(("call", args))
            return super().__call__(*args)

    class Own(metaclass=Meta):
        def __init__(self, *args):
            self.args = args

        def inner(self, x):
            return x, self.args

    found = []
    for i in range(3):
        found += [Own.leaf(i), Own.dynamic(i), Own(i).inner(i)]
        if i == 1:
            Meta.leaf = lambda cls, x: ("new meta", x)
    return found, log


def case_module_patched_after_the_first_call():
    module = types.ModuleType("patched")
    exec("def f(x):\n    return x\ndef g(x):\n    return f(x) + abs(x)", vars(module))
    found = []
    for i in range(5):
        found.append((module.f(i), module.g(i)))
        if i == 1:
            module.f = lambda x: x * 100
        if i == 2:
            module.g = module.f
        if i == 3:
            del module.g
            module.__getattr__ = lambda name: lambda x: (name, x)
    return found


def case_bound_methods_kept_and_compared():
    one, found = Base(), []
    first, second = one.leaf, one.calling
    for i in range(3):
        found += [
            first(i),
            second(i),
            first == one.leaf,
            second.__func__ is Base.calling,
        ]
        one.step += 1
    bound = types.MethodType(Base(9).calling, 4)
    odd = types.MethodType(max, 3)
    for _ in range(3):
        try:
            found.append(bound())
        except TypeError as error:
            found.append(str(error))
        found.append(odd(5))
    return found


def case_methods_do_not_keep_their_object():
    class Own:
        def leaf(self):
            return 1

        def calling(self):
            return abs(self.leaf())

    def used():
        own = Own()
        seen = weakref.ref(own)
        for _ in range(3):
            own.leaf()
            own.calling()
        del own
        return seen() is None

    return used(), used()


def case_local_functions_and_classes_can_go():
    def made():
        held = [1, 2]

        def leaf():
            return held

        def calling():
            return len(held) + len(leaf())

        class Own:
            def leaf(self):
                return held

            def calling(self):
                return len(self.leaf()) + len(held)

        for _ in range(3):
            leaf(), calling(), Own().leaf(), Own().calling()
        return weakref.ref(leaf), weakref.ref(calling), weakref.ref(Own)

    seen = [each for _ in range(3) for each in made()]
    gc.collect()
    return [each() is None for each in seen]


def case_leaf_functions_by_name():
    def rebound(x):
        return x

    def gen(x):
        yield x
        yield from (x, x)

    first, found = rebound, []
    for i in range(4):
        found += [rebound(i), list(gen(i)), first is rebound]
        if i == 1:
            rebound = lambda x: -x  # noqa: E731
        if i == 2:
            rebound = abs
    return found


def case_frames_of_leaf_methods():
    class Own:
        def place(self, depth):
            frame = sys._getframe(depth)
            return frame.f_code.co_name, sorted(frame.f_locals)

        def failing(self, x):
            local = x
            return local / 0

    own, found = Own(), []
    for depth in (0, 1):
        found.append(own.place(depth)[0])
    try:
        own.failing(3)
    except ZeroDivisionError as error:
        frame = error.__traceback__.tb_next.tb_frame
        found.append((frame.f_code is Own.failing.__code__, sorted(frame.f_locals)))
    return found


def case_sites_filled_by_threads():
    def work(owner, found):
        for i in range(200):
            found.append((owner.leaf(i), owner.calling(i)))

    class Mine(Base):
        def leaf(self, x):
            return -x

    owners = [Base(1), Base(2), Mine(), Base(4)]
    results = [[] for _ in owners]
    threads = [
        threading.Thread(target=work, args=pair) for pair in zip(owners, results)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return results
