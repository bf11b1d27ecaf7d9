"""Errors of converted code in the user's lines.

The exceptions themselves are in ``autograph.errors``.

Not here: the classes of errors (`errors`), and log lines (`logs`).
"""
