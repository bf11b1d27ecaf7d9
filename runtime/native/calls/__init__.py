"""The border to Python: object layouts, entry points, options, reports.

Not here: what is computed between the borders (`regions`).
"""
