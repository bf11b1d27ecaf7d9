"""Text: encodings, and the pieces of the text form, tokens and literals.

Layers: encodings, tokens, tensors, literals
"""

from __future__ import annotations
