"""Ahead-of-time conversion of modules, for programs without the converter."""
