"""Iterators and optionals as users see them.

Not here: iteration as the ops do it (`stages`).
"""
