"""The border to Python: object layouts, entry points, options, reports."""
