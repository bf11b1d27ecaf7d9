"""Derivatives of recorded calls: rules, and the one accumulation in reverse.

Layers: values, rules, compiled_rules, quick, reverse_accumulation, replaying,
functions, requests, tape_plans
"""
