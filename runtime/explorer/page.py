"""The explorer page: the data of ``model`` in one HTML file that needs no network."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any, Final

_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'"
)
"""The browser itself refuses every address."""

_SERVED: Final = f"{_POLICY}; connect-src 'self'"
"""A served page asks its server whether there is a newer one."""

_SCRIPTS: Final = (
    "relations",
    "graphs",
    "panes",
    "texts",
    "layout",
    "drawing",
    "changes",
    "selection",
    "details",
    "keyboard",
    "printing",
    "events",
)
"""Files of the page's one script, in order: a file uses names of those before it, its
functions use all."""


def page_of(model: dict[str, Any], is_served: bool = False) -> str:
    """A whole page for the data of a model.

    >>> page = page_of({"title": "</script>"})
    >>> page.count("</script>"), "<title>&lt;/script&gt; - explorer</title>" in page
    (3, True)
    """
    data = json_text({**model, "served": is_served})
    return "\n".join(
        [
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy" '
            f'content="{_SERVED if is_served else _POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',  # else browsers ask the server for one
            f"<title>{escape(str(model['title']))} - explorer</title>",
            f"<style>{_file('explorer.css')}</style></head><body>",
            f'<script type="application/json" id="model">{data}</script>',
            f"<script>/* dagre\n{_file('dagre.LICENSE')}*/\n{_file('dagre.min.js')}",
            f"</script><script>{_script()}</script></body></html>\n",
        ]
    )


def _script() -> str:
    """The script of the page: one file for each part of it, joined in one scope."""
    parts = [_file(f"scripts/{name}.js") for name in _SCRIPTS]
    return "\n".join(["'use strict';", *parts])


def json_text(data: Any) -> str:
    """JSON that is safe inside a script element: no string in it can close the element.

    >>> json_text("</script><!--")
    '"\\\\u003c/script>\\\\u003c!--"'
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _file(name: str) -> str:
    return resources.files("runtime.explorer").joinpath(name).read_text("utf-8")
