"""Public datasets that read files.

Not here: reading itself (`stages`), and single files (`runtime.io`).
"""
