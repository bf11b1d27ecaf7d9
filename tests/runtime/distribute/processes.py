"""Real processes for tests: each runs a function of a test module as one worker."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LONG = 240.0
"""Seconds after which a test gives up: what a loaded machine needs, and more."""

_BEGIN = """
import json, sys
given = json.loads(sys.argv[1])
"""
_END = """
print("RESULT " + json.dumps(result), flush=True)
"""


@contextmanager
def reserved_addresses(number: int) -> Iterator[list[str]]:
    """Addresses that nobody else is given while the context lasts.

    Their ports stay bound, and not listened at: a listener may share them, and the
    system hands them to no connection.
    """
    held = []
    try:
        for _ in range(number):
            each = socket.socket()
            held.append(each)
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            each.bind(("127.0.0.1", 0))
        yield [f"127.0.0.1:{each.getsockname()[1]}" for each in held]
    finally:
        for each in held:
            each.close()


def tf_config(addresses: Sequence[str], index: int, job: str = "worker") -> str:
    """What `TF_CONFIG` is in one worker."""
    cluster = {job: list(addresses)}
    return json.dumps({"cluster": cluster, "task": {"type": job, "index": index}})


class Worker:
    """A Python process that runs a program, which sets ``result``."""

    def __init__(self, code: str, given: Any, variables: dict[str, str]) -> None:
        root = Path(__file__).parents[3]
        self._folder = tempfile.TemporaryDirectory()
        # a file, since functions to convert must have a source
        program = Path(self._folder.name, "program.py")
        program.write_text(_BEGIN + code + _END)
        self.process = subprocess.Popen(
            [sys.executable, str(program), json.dumps(given)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=root,
            env={
                **os.environ,
                "OMP_NUM_THREADS": "1",
                "PYTHONPATH": str(root),
                **variables,
            },
        )

    def kill(self) -> None:
        """Ends it at once, as a machine that fails."""
        self.process.send_signal(signal.SIGKILL)

    def remove(self) -> None:
        """Removes its program."""
        self._folder.cleanup()

    def wait(self) -> tuple[int, Any, str]:
        """The exit status, the result if there is one, and what went to stderr."""
        out, err = self.process.communicate(timeout=LONG)
        found = [each for each in out.splitlines() if each.startswith("RESULT ")]
        result = json.loads(found[-1][len("RESULT ") :]) if found else None
        return self.process.returncode, result, err


@contextmanager
def workers(
    code: str, givens: Sequence[Any], variables: Sequence[dict[str, str]] = ()
) -> Iterator[list[Worker]]:
    """Processes that run one program, each with its own values in ``given``."""
    found: list[Worker] = []
    try:
        for place, given in enumerate(givens):
            extra = variables[place] if variables else {}
            found.append(Worker(code, given, extra))
        yield found
    finally:
        for each in found:
            if each.process.poll() is None:
                each.process.kill()
            each.process.wait()
            each.remove()
            for stream in (each.process.stdout, each.process.stderr):
                if stream is not None:
                    stream.close()


def results(
    code: str, givens: Sequence[Any], variables: Sequence[dict[str, str]] = ()
) -> list[Any]:
    """What each process gave; fails with its messages if one did not end well."""
    with workers(code, givens, variables) as running:
        ended = [each.wait() for each in running]
    for status, _, errors in ended:
        assert status == 0, errors
    return [result for _, result, _ in ended]
