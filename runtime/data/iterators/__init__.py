"""Public iterators and optionals.

Not here: iteration as the ops do it (`stages`).
"""
