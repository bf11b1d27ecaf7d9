"""Modules converted into source files, for programs without the converter."""
