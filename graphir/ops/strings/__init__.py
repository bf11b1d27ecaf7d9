"""Ops on strings: text, numbers as text, serialized messages, files."""
