"""Signatures of traced functions: trace types, and the key of the trace cache."""
