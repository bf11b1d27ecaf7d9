"""Derivatives of recorded calls: rules, and the one accumulation in reverse.

Layers: values, naming, applier, rules, backward_order, compiled_rules, quick,
reverse_accumulation, replaying, functions, kept_values, requests, tape_plans
"""
