"""Reverse-mode differentiation: gradient rules and reverse accumulation."""
