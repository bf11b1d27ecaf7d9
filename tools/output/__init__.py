"""Output: tables, listings, files, goldens; nothing here reads a target.

Not here: where input comes from (`targets`).
"""
