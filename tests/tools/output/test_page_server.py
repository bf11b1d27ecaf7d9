"""The server of the page of `autograph explore`: what it serves, and to whom."""

from __future__ import annotations

import http.client
import json
import os
import threading
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.output.page_server import PageServer, Served, stamps_of

SOURCE = "def f(x):\n    return x * 2\n"


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(SOURCE)


def model_in(page: str) -> Any:
    start = page.index('id="model">') + len('id="model">')
    return json.loads(page[start : page.index("</script>", start)])


@pytest.fixture
def server() -> Iterator[PageServer]:
    found = PageServer(["nothing"])
    found.served = Served(b"the page", "7")
    thread = threading.Thread(target=found.serve_forever, args=(0.01,))
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def answer(server: PageServer, path: str, **headers: str) -> tuple[int, bytes]:
    host, port = server.server_address[:2]
    connection = http.client.HTTPConnection(str(host), port, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_the_server_listens_on_the_loopback_alone(server):
    assert server.server_address[0] == "127.0.0.1"


def test_the_page_and_its_version_are_served(server):
    assert answer(server, "/") == (200, b"the page")
    assert answer(server, "/version") == (200, b"7")
    assert answer(server, "/../etc/passwd")[0] == 404
    assert answer(server, "/favicon.ico")[0] == 204  # else an error of the console


def test_other_hosts_and_origins_are_refused(server):
    port = server.server_address[1]
    assert answer(server, "/", Host="evil.example")[0] == 403
    assert answer(server, "/", Host=f"evil.example:{port}")[0] == 403
    assert answer(server, "/", Origin="http://evil.example")[0] == 403
    assert answer(server, "/", Origin="null")[0] == 403
    assert answer(server, "/", Origin=f"https://localhost:{port}")[0] == 403
    own = f"http://localhost:{port}"
    assert answer(server, "/", Host=f"localhost:{port}", Origin=own)[0] == 200


def test_a_page_is_old_once_its_file_changed():
    path = Path("m.py").absolute()
    served = Served(b"", "", (path,), stamps_of([path]))
    assert not served.is_old()
    os.utime(path, ns=(1, 1))
    assert served.is_old()


@pytest.mark.slow
def test_the_served_page_follows_its_source():
    from autograph_tools.output.page_server import command_of

    names = "passes", "until", "disable", "numerics", "fetch", "seed", "signature"
    flags = dict.fromkeys(names)
    args = Namespace(target="m.py:f", arg=["i32=21"], jit=False, random=False, **flags)
    args.allow = []
    with PageServer(command_of(args)) as server:
        assert server.refresh() == ""
        first = server.served
        assert model_in(first.page.decode())["result"]["values"] == ["42"]
        assert not first.is_old()
        Path("m.py").write_text(SOURCE.replace("* 2", "* 3 + 1"))
        os.utime("m.py", ns=(1, 1))
        assert first.is_old()
        assert server.refresh() == ""
        assert model_in(server.served.page.decode())["result"]["values"] == ["64"]
        assert server.served.version != first.version
        Path("m.py").write_text("def f(x:\n")
        told = server.refresh()
        assert "m.py" in told
        assert b"No page yet" in server.served.page
        Path("m.py").write_text(SOURCE)
        assert server.served.is_old()
        assert server.refresh() == ""
