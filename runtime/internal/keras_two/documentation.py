"""`tensorflow.tools.docs.doc_controls`: marks that writers of reference pages read."""

from __future__ import annotations

from typing import Any, TypeVar

_T = TypeVar("_T")


def _marked(thing: _T, mark: str) -> _T:
    # properties and the like take no attributes; neither do TensorFlow's marks then
    target: Any = thing
    if not isinstance(thing, property):
        setattr(target, mark, None)
    return thing


def do_not_generate_docs(obj: _T) -> _T:
    """Leaves a function or class out of the reference."""
    return _marked(obj, "_tf_docs_do_not_document")


def do_not_doc_inheritable(obj: _T) -> _T:
    """Leaves a method out of the reference, in subclasses too."""
    return _marked(obj, "_tf_docs_do_not_doc_inheritable")


def for_subclass_implementers(obj: _T) -> _T:
    """Shows a method only where its class is defined."""
    return _marked(obj, "_tf_docs_for_subclass_implementers")


def doc_in_current_and_subclasses(obj: _T) -> _T:
    """Documents a method of a class whose other methods are undocumented."""
    return _marked(obj, "_tf_docs_doc_in_current_and_subclasses")


__all__ = [
    "do_not_doc_inheritable",
    "do_not_generate_docs",
    "doc_in_current_and_subclasses",
    "for_subclass_implementers",
]
