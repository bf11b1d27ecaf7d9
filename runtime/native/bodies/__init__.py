"""Branches, loops and lists in native code."""
