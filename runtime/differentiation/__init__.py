"""Derivatives of recorded calls: rules, and the one accumulation in reverse.

Layers: values, rules, quick, reverse_accumulation, functions, requests
"""
