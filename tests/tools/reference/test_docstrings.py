"""Docstrings become Markdown: examples, sections, lists, words."""

from __future__ import annotations

from autograph_tools.reference.docstrings import first_line, markdown


def test_examples_stand_in_fences() -> None:
    text = "A sum.\n\n>>> for x in [1]:\n...     print(x)\n1\n\nMore words."
    assert markdown(text) == (
        "A sum.\n\n```pycon\n>>> for x in [1]:\n...     print(x)\n1\n```\n\nMore words."
    )


def test_an_example_may_follow_its_sentence_at_once() -> None:
    assert markdown("Like so:\n>>> 1\n1") == "Like so:\n\n```pycon\n>>> 1\n1\n```"


def test_sections_are_lists_whose_items_go_on() -> None:
    text = "Raises:\n  ValueError: for ``x``\n    below 0.\n  TypeError: else."
    assert markdown(text) == (
        "**Raises**\n\n* `ValueError`: for `x`\n  below 0.\n* `TypeError`: else."
    )


def test_words_are_no_markup() -> None:
    assert markdown("a_b *c <d> ``e_f <g>`` `h_i`") == (
        "a\\_b \\*c \\<d> `e_f <g>` `h_i`"
    )


def test_a_table_has_the_first_paragraph_in_one_line() -> None:
    assert first_line("Either ``a|b``\nor c.\n\nNot this.") == "Either `a\\|b` or c."
    assert first_line("") == ""
