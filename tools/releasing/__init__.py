"""What a release is: `python -m autograph_tools.releasing` builds it and tries it.

Not here: checks of the source tree (`checks`); running the tests (`Makefile`).
"""
