"""The program `autograph`, from its first moment."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

START = """\
import os, signal, sys
from autograph_tools import __main__ as program

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "autograph_tools.main":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
program.run()
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals of Unix")
def test_an_interrupt_while_the_command_line_is_imported_is_one_line() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "autograph: interrupted\n"
