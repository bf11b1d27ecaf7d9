"""The border to Python: object layouts, entry points, options, reports.

Not here: the code of a region between its entry and its return (`regions`).
"""
