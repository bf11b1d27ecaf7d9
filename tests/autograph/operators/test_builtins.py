"""Built-ins that look at their caller see the user's frame, also by an alias."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from autograph import to_graph

MODULE_NAME = "seen"


def uses_locals(x):
    y = x + 1
    return locals()


def uses_alias(x):
    y = x + 1  # noqa: F841 - read by locals
    look = locals
    return look()


def uses_vars(x):
    return vars()


def uses_dir(x):
    y = 1  # noqa: F841 - read by dir
    return dir()


def uses_eval(x):
    y = 2  # noqa: F841 - read by eval
    return eval("x + y")


def uses_eval_with_namespace(x):
    return eval("x", {"x": 5})


def uses_exec(x):
    found = []
    exec("found.append(x)")
    return found


def uses_globals(x):
    return globals()["MODULE_NAME"]


def uses_eval_in_branch(x):
    y = 2  # noqa: F841 - read by eval
    if x:
        z = eval("y") + x
    else:
        z = 0
    return z


def uses_locals_in_loop(x):
    seen = []
    for i in range(2):
        seen.append(sorted(locals())[:1])
        seen.append(i + x)
    return len(seen)


@pytest.mark.parametrize(
    "use",
    [
        uses_locals,
        uses_alias,
        uses_vars,
        uses_dir,
        uses_eval,
        uses_eval_with_namespace,
        uses_exec,
        uses_globals,
        uses_eval_in_branch,
        uses_locals_in_loop,
    ],
)
def test_frame_is_that_of_the_user(use):
    assert to_graph(use)(1) == use(1)


class Base:
    def name(self):
        return "base"

    @classmethod
    def make(cls):
        return cls.__name__


class Derived(Base):
    def name(self):
        return "derived " + super().name()

    def name_in_branch(self, x):
        if x:
            result = super().name()
        else:
            result = ""
        return result

    def with_arguments(self):
        return super(Derived, self).name()  # noqa: UP008 - this form is tested

    @classmethod
    def make(cls):
        return "derived " + super().make()


def test_super_finds_the_class_and_the_object():
    derived = Derived()
    assert to_graph(derived.name)() == "derived base"
    assert to_graph(derived.with_arguments)() == "base"
    assert to_graph(derived.name_in_branch)(1) == "base"
    assert to_graph(lambda: Derived.make())() == "derived Derived"


def test_super_outside_a_class_is_pythons_error():
    with pytest.raises(RuntimeError, match=r"^super\(\): "):
        to_graph(lambda x: super().name())(1)


DEBUGGED = """
    import pdb

    import autograph

    def debugged(x):
        y = x + 1
        stop = STOP
        stop()
        z = y + 1
        return z

    print(autograph.to_graph(debugged)(1))
"""


@pytest.mark.parametrize("stop", ["pdb.set_trace", "breakpoint"])
def test_debugger_stops_in_the_users_function(tmp_path, stop):
    path = tmp_path / "debugged.py"
    path.write_text(textwrap.dedent(DEBUGGED).replace("STOP", stop))
    process = subprocess.run(
        [sys.executable, str(path)],
        input="where\np y\nc\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.stderr == ""
    assert "autograph" not in process.stdout.split("(Pdb)")[0]
    assert "debugged.py(" in process.stdout
    assert "(Pdb) 2\n" in process.stdout
    assert process.stdout.endswith("3\n")
