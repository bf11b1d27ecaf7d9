"""Releases: `python -m autograph_tools.releasing` builds and tries one.

Not here: checks of the source tree (`checks`); running the tests (`Makefile`).
"""
