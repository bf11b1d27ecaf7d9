"""`autograph exec`: a program of TensorFlow's, in a process of its own."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograph_tools.main import main
from autograph_tools.verbs import exec as exec_verb


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The processes that would be started; each ends with the status 3."""
    found: list[list[str]] = []

    def start(words: list[str]) -> Any:
        found.append(words)
        return SimpleNamespace(wait=lambda: 3)

    monkeypatch.setattr(exec_verb.subprocess, "Popen", start)
    return found


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["program.py", "--epochs", "3"], ["program.py", "--epochs", "3"]),
        (["-m", "module", "-x"], ["-m", "module", "-x"]),
        (["-c", "print(1)", "-m"], ["-c", "print(1)", "-m"]),
    ],
)
def test_arguments_are_the_programs(
    calls, given, passed, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").touch()
    assert main(["exec", *given]) == 3
    assert calls == [[sys.executable, "-m", "runtime", *passed]]


WAITING = """\
import os, signal, time

interrupts = []
signal.signal(signal.SIGINT, lambda *_: interrupts.append(1))
# under nohup the tests run with this signal ignored, and so does what they start
signal.signal(signal.SIGHUP, signal.SIG_DFL)
print(os.getpid(), flush=True)
while not interrupts:
    time.sleep(0.01)
print(len(interrupts), "cleaned up", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_the_programs(number: signal.Signals, tmp_path: Path) -> None:
    """The program is the process that was started: a signal comes once, and to it."""
    (tmp_path / "program.py").write_text(WAITING)
    command = [sys.executable, "-m", "autograph_tools", "exec", "program.py"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        assert started.stdout is not None
        assert int(started.stdout.readline()) == started.pid
        os.killpg(started.pid, number)
        rest = started.stdout.read()
    is_handled = number is signal.SIGINT
    assert rest == ("1 cleaned up\n" if is_handled else "")
    assert started.returncode == (0 if is_handled else -number)


def test_an_interrupt_of_the_caller_waits_for_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Started:
        """Is interrupted twice, like the program, which then ends."""

        waits = 0

        def wait(self) -> int:
            self.waits += 1
            if self.waits < 3:
                raise KeyboardInterrupt
            return 7

    monkeypatch.setattr(exec_verb.subprocess, "Popen", lambda words: Started())
    assert main(["exec", "-c", "0"]) == 7


def test_a_program_that_cannot_be_started_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def start(words: list[str]) -> Any:
        raise OSError(errno.E2BIG, "Argument list too long")

    monkeypatch.setattr(exec_verb.subprocess, "Popen", start)
    assert main(["exec", "-c", "0"]) == 2
    assert capsys.readouterr().err == (
        "autograph exec: cannot start the program: argument list too long.\n"
    )


def test_a_program_runs_on_this_runtime(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nimport tensorflow as tf\n"
        "print(int(tf.constant(20) + 1), sys.argv[1:])\nsys.exit(4)\n"
    )
    command = "import sys; from autograph_tools.main import main; sys.exit(main())"
    words = [sys.executable, "-c", command, "exec", str(program), "-v"]
    run = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout) == (4, "21 ['-v']\n"), run.stderr
