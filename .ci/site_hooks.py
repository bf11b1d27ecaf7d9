"""Hooks of the documentation site: first page, style sheet, the reference's pages.

MkDocs calls them (``.ci/mkdocs.yml``); nothing else of the project needs MkDocs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

_LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)")
_PAGES: Final = "docs/"


def first_page(readme: str) -> str:
    """The README with links as pages of the site have them; other files are named.

    >>> first_page("[a tour](docs/graphs.md), [examples/](examples/)")
    '[a tour](graphs.md), examples/'
    """

    def linked(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        if not target.startswith(_PAGES):
            return text
        return f"[{text}]({target.removeprefix(_PAGES)}{anchor})"

    return _LINK.sub(linked, readme)


STYLE: Final = """\
.container table { display: block; overflow-x: auto; }
.container td, .container th { overflow-wrap: break-word; min-width: 4.5em; }
.container td code { white-space: normal; overflow-wrap: anywhere; }
@media (min-width: 992px) and (max-width: 1399px) {
  .navbar .nav-link { padding-left: .35rem !important; }
  .navbar .nav-link { padding-right: .35rem !important; }
  .navbar a[rel="prev"], .navbar a[rel="next"] { font-size: 0; }
  .navbar a[rel="prev"] i, .navbar a[rel="next"] i { font-size: 1rem; }
}
.bs-sidebar a { overflow-wrap: anywhere; }
.codehilite .go { color: inherit !important; }
.container td:first-child code { white-space: nowrap; }
.container pre { overflow-x: auto; }
.container :is(h1, h2, h3, h4, p, li) { overflow-wrap: anywhere; }
.container pre code { font-size: .85rem; white-space: pre; }
[data-bs-theme="light"] { --bs-link-color: #0f629b; --bs-link-color-rgb: 15, 98, 155;
  --bs-link-hover-color: #0a4369; --bs-link-hover-color-rgb: 10, 67, 105; }
[data-bs-theme="light"] .bs-sidebar .nav-link { color: #0f629b; }
"""
"""Wide tables and code scroll by themselves; code is as large as text, and links are
dark enough to be read."""

_STYLES_OF_CODE: Final = '<meta id="hljs-light"><meta id="hljs-dark">'
"""The theme's switch of light and dark stops with an error where there are none."""


def style() -> str:
    """The sheet of the site: tables, and colours of code on light and dark pages."""
    from pygments.formatters import HtmlFormatter

    parts = [STYLE]
    for scheme, name in (("light", "default"), ("dark", "github-dark")):
        owner = f'[data-bs-theme="{scheme}"] .codehilite'
        rules = HtmlFormatter(style=name).get_style_defs(owner)
        # the boxes of code have the colours of the theme
        parts += [each for each in rules.splitlines() if "background" not in each]
    return "\n".join(parts) + "\n"


def on_post_page(output: str, **_: Any) -> str:
    """Adds what the theme's script looks for."""
    return output.replace("<head>", f"<head>{_STYLES_OF_CODE}", 1)


def on_files(files: Any, config: Any) -> Any:
    """Adds the README as the first page, and a page for each public namespace."""
    from mkdocs.structure.files import File

    from autograph_tools.reference.pages import pages

    readme = Path(config.config_file_path).parent.parent / "README.md"
    text = first_page(readme.read_text(encoding="utf-8"))
    made = {"index.md": text, "css/site.css": style(), **pages()}
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
