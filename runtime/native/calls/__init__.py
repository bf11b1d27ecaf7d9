"""The boundary to Python: object layouts, entry points, options, reports."""
