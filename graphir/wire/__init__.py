"""TensorFlow's messages, and graphs in them, both ways.

Not here: the text form (`text`), and files of the disk (`disk`).
"""

from __future__ import annotations
