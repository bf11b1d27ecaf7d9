"""A server of one page on this machine alone, made anew when its sources change."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, Failure

LOOPBACK: Final = "127.0.0.1"
SECONDS: Final = 0.4
"""Between looks at the files."""


@dataclass
class Served:
    """The current page; a new page replaces the whole object."""

    page: bytes = b""
    version: str = ""
    files: tuple[Path, ...] = ()
    """Those whose change makes another page."""
    stamps: dict[Path, int] = field(default_factory=dict)

    def is_old(self) -> bool:
        """Whether a file was written, or went, since the page was made."""
        return self.stamps != stamps_of(self.files)


def stamps_of(files: Sequence[Path]) -> dict[Path, int]:
    """The modification times of files; missing files are left out."""
    found = {}
    for path in files:
        try:
            found[path] = path.stat().st_mtime_ns
        except OSError:
            continue
    return found


class PageServer(ThreadingHTTPServer):
    """Serves a page at ``/`` and its version at ``/version``, to this machine alone.

    A request under another host name, or from a page of another origin, is refused:
    otherwise any page in the browser could read the source.
    """

    daemon_threads = True

    def __init__(self, command: Sequence[str], port: int = 0) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.command = command
        """The command line that prints the data of the page as JSON."""
        self.served = Served()

    @property
    def address(self) -> str:
        """The page's address for a browser."""
        return f"http://{LOOPBACK}:{self.server_address[1]}/"

    def is_own(self, name: str) -> bool:
        """Whether a host name with port, as browsers send it, is this server's."""
        port = self.server_address[1]
        return name in (f"{LOOPBACK}:{port}", f"localhost:{port}")

    def refresh(self) -> str:
        """Makes the page; returns a description of the failure, if any."""
        files = self.served.files
        stamps = stamps_of(files)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.json"
            done = subprocess.run(
                [*self.command, "-o", str(path)], capture_output=True, text=True
            )
            if done.returncode:
                text = done.stderr.strip() or f"exit status {done.returncode}"
                self.served = Served(*_failed(text), files, stamps)
                return text
            model = json.loads(path.read_text("utf-8"))
        files = tuple(Path(each["path"]) for each in model["files"])
        self.served = Served(*_page(model), files, stamps | _fresh(files, stamps))
        return ""

    def watch(self, ended: threading.Event) -> None:
        """Generates the page again whenever a file changes, until `ended` is set."""
        while not ended.wait(SECONDS):
            if self.served.is_old():
                told = self.refresh()
                print(told or "made anew", file=sys.stderr, flush=True)


def _fresh(files: Sequence[Path], known: dict[Path, int]) -> dict[Path, int]:
    # a file that changed while the page was made keeps its old stamp: once more
    return {
        path: stamp for path, stamp in stamps_of(files).items() if path not in known
    }


def _page(model: dict[str, Any]) -> tuple[bytes, str]:
    from runtime.explorer.page import page_of

    version = hashlib.sha256(json.dumps(model).encode()).hexdigest()
    return page_of({**model, "made": version}, is_served=True).encode(), version


def _failed(text: str) -> tuple[bytes, str]:
    page = (
        '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="2">'
        "<title>explorer</title><style>:root { color-scheme: light dark }</style>"
        f"<h1>No page yet</h1><pre>{escape(text)}</pre>"
    )
    return page.encode(), hashlib.sha256(text.encode()).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    server: PageServer

    def do_GET(self) -> None:
        """The page, its version, or a refusal."""
        origin = self.headers.get("Origin")
        is_own = self.server.is_own(self.headers.get("Host", ""))
        if not is_own or (
            origin is not None
            and not self.server.is_own(origin.removeprefix("http://"))
        ):
            self._answer(403, "text/plain", b"this page is for this machine alone\n")
        elif self.path == "/":
            self._answer(200, "text/html; charset=utf-8", self.server.served.page)
        elif self.path == "/version":
            version = self.server.served.version.encode()
            self._answer(200, "text/plain", version)
        elif (
            self.path == "/favicon.ico"
        ):  # browsers ask, and note a refusal as an error
            self._answer(204, "image/x-icon", b"")
        else:
            self._answer(404, "text/plain", b"there is one page, at /\n")

    def _answer(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Does nothing: a line for each poll would bury the other messages."""


def serve(args: argparse.Namespace) -> None:
    """Serves the page of a command line until the keyboard ends it.

    Raises:
      Failure: if the port is in use, or the first page cannot be made.
    """
    try:
        server = PageServer(command_of(args), args.port)
    except (OSError, OverflowError) as error:
        raise Failure(f"--port {args.port}: {error}", BAD_INPUT) from error
    with server:
        failed = server.refresh()
        if failed:
            raise Failure(failed.partition(": ")[2] or failed, BAD_INPUT)
        print(f"{server.address} shows {args.target}; Ctrl-C ends it", flush=True)
        ended = threading.Event()
        watcher = threading.Thread(target=server.watch, args=(ended,), daemon=True)
        watcher.start()
        try:
            server.serve_forever()
        finally:
            ended.set()


def command_of(args: argparse.Namespace) -> list[str]:
    """The command line that prints the data of the same page.

    >>> from argparse import Namespace
    >>> flags = dict.fromkeys("passes until disable numerics fetch seed".split())
    >>> given = Namespace(target="m.py:f", arg=["i32=1"], jit=True, random=False,
    ...     signature=None, allow=[], **flags)
    >>> command_of(given)[3:]
    ['explore', 'm.py:f', '--json', '--arg=i32=1', '--jit']
    """
    package = __name__.partition(".")[0]
    written = [sys.executable, "-m", package, "explore", args.target, "--json"]
    for name in ("arg", "fetch", "allow"):
        written += [f"--{name}={each}" for each in getattr(args, name) or ()]
    for name in ("passes", "until", "disable", "numerics", "signature", "seed"):
        value = getattr(args, name)
        written += [] if value is None else [f"--{name}={value}"]
    written += [f"--{name}" for name in ("jit", "random") if getattr(args, name)]
    return written
