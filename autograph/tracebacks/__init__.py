"""Errors of converted code in the user's lines.

The exceptions themselves are in ``autograph.errors``.
"""
