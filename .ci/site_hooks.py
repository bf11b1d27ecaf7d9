"""Hooks of the documentation site: its first page, and the reference's pages.

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


def on_files(files: Any, config: Any) -> Any:
    """Adds the README as the first page, and a page for each public namespace."""
    from mkdocs.structure.files import File

    from autograph_tools.reference.pages import pages

    readme = Path(config.config_file_path).parent.parent / "README.md"
    text = first_page(readme.read_text(encoding="utf-8"))
    made = {"index.md": text, **pages()}
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
