"""Checks of the source tree, each run as `python -m tools.checks.<name>`."""
