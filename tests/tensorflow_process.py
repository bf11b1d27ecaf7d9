"""A TensorFlow in a Python of its own: code goes in, JSON comes back."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

WORKER = r"""
import json, linecache, os, sys, traceback
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
import tensorflow as tf

def to_json(value):
    if hasattr(value, "numpy"):
        value = value.numpy()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    is_plain = isinstance(value, (bool, int, float, str, list, dict, tuple))
    return value if is_plain else repr(value)

for count, line in enumerate(sys.stdin):
    request = json.loads(line)
    name = f"<snippet {count}>"
    code = request["code"]
    # inspect.getsource finds the text, so TensorFlow can convert its functions.
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    names = {"tf": tf, "__name__": "snippet", **request["values"]}
    try:
        exec(compile(code, name, "exec"), names)
        answer = {"result": names["result"]}
        text = json.dumps(answer, default=to_json)
    except BaseException as error:
        text = json.dumps(
            {
                "error": type(error).__name__,
                "message": str(error),
                "traceback": traceback.format_exc(),
            }
        )
    answers.write(text + "\n")
    answers.flush()
"""


class TensorFlowError(Exception):
    """The snippet raised: `kind` is the class of its error, the text the message."""

    def __init__(self, kind: str, message: str, traceback: str) -> None:
        super().__init__(f"{kind}: {message}\n{traceback}")
        self.kind = kind
        self.message = message


class TensorFlowProcess:
    """Starts on the first `run`; later ones share the process, not the names."""

    def __init__(self, interpreter: str) -> None:
        self._interpreter = interpreter
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> TensorFlowProcess:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process is not None:
            self._process.communicate()

    def run(self, code: str, **values: Any) -> Any:
        """What `code` assigns to `result`; tensors come back as nested lists.

        Raises:
          TensorFlowError: if the code raised.
          RuntimeError: if the process ended, for example without TensorFlow.
        """
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"code": code, "values": values}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError(f"{self._interpreter} ended; does it have TensorFlow?")
        answer = json.loads(line)
        if "error" in answer:
            details = (answer["message"], answer["traceback"])
            raise TensorFlowError(answer["error"], *details)
        return answer["result"]

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [self._interpreter, "-c", WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                env=os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3"},
            )
        return self._process
