"""Atomic writes and locks for files and folders."""
