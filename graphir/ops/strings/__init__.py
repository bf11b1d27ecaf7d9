"""Ops on text and bytes: strings, numbers as text, parsed messages, files.

Not here: files of images (`images`), and tables of words (`state`).
"""
