"""Converters: each lowers one Python construct.

Every converter imports `base` and no other converter; `autograph.pipeline` orders them.
"""
