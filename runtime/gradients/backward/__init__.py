"""Derivatives of recorded calls: rules, and the one accumulation in reverse."""
