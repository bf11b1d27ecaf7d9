"""Text: encodings, and the pieces of the text form, tokens and literals."""

from __future__ import annotations
