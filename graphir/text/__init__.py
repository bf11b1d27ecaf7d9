"""The text form of graphs: tokens, literals, parser, printer; text encodings."""

from __future__ import annotations
