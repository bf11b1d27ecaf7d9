"""Checks of the source tree, each run as `python -m tools.checks.<name>`.

Not here: tests of behaviour (`tests`).
"""
