"""Ops on text and bytes: strings, numbers as text, parsed messages, files."""
