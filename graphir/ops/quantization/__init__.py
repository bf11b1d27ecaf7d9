"""Ops between floats and integers of few steps."""
