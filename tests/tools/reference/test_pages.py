"""The reference: every public name stands in it, is described once, links are good."""

from __future__ import annotations

import inspect
import posixpath
import re
from collections import Counter

import pytest

from autograph_tools.reference.docstrings import markdown
from autograph_tools.reference.entries import Entry, homes, members, namespaces
from autograph_tools.reference.pages import pages

pytestmark = pytest.mark.slow
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")
SECTION = re.compile(r"^## (\S+) \{: #(\S+) \}$", re.MULTILINE)
ELSEWHERE = {"../ops.md", "../coming_from_tensorflow.md"}


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


@pytest.fixture(scope="module")
def found() -> dict[str, list[Entry]]:
    return namespaces()


def test_the_public_namespaces_have_pages(made, found):
    assert {f"reference/{space}.md" for space in found} | {"reference/index.md"} == set(
        made
    )
    assert {"tf", "tf.data", "tf.distribute", "tf.math", "graphir", "autograph"} <= set(
        found
    )


def test_each_documented_name_is_described_once(made, found):
    described = Counter(
        path for text in made.values() for path, _ in SECTION.findall(text)
    )
    assert set(described) == set(homes(found).values())
    assert set(described.values()) == {1}


def test_examples_stand_there_as_in_the_docstrings(made, found):
    """The docstrings' examples are executed: what stands here is what was executed."""
    home = homes(found)
    for space, entries in found.items():
        text = made[f"reference/{space}.md"]
        for entry in entries:
            if home.get(id(entry.value)) == entry.path:
                assert markdown(inspect.getdoc(entry.value) or "") in text, entry.path


def test_methods_of_a_class_are_on_its_page(made, found):
    dataset = next(each for each in found["tf.data"] if each.name == "Dataset")
    names = {each.name for each in members(dataset.value)}
    assert {"map", "batch", "element_spec", "from_tensor_slices"} <= names
    text = made["reference/tf.data.md"]
    assert [name for name in names if f"### Dataset.{name}" not in text] == []


def test_every_link_leads_somewhere(made):
    anchors = {
        path: {anchor for _, anchor in SECTION.findall(text)}
        for path, text in made.items()
    }
    wrong = []
    for path, text in made.items():
        for link in LINK.findall(re.sub(r"`[^`\n]*`", "", FENCED.sub("", text))):
            page, _, anchor = link.partition("#")
            if page in ELSEWHERE:
                continue
            target = posixpath.join("reference", page) if page else path
            if target not in anchors or (anchor and anchor not in anchors[target]):
                wrong.append((path, link))
    assert wrong == []


def test_no_example_lies_outside_of_a_fence(made):
    outside = [path for path, text in made.items() if ">>>" in FENCED.sub("", text)]
    assert outside == []


def test_every_namespace_says_what_is_in_it() -> None:
    rows = [row for row in pages()["reference/index.md"].splitlines() if "](tf" in row]
    assert len(rows) > 50
    assert [row for row in rows if row.endswith("|  |")] == []
