"""Text: encodings, and the pieces of the text form, tokens and literals.

Not here: the messages of TensorFlow (`wire`).
"""

from __future__ import annotations
