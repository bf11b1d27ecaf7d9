"""Resources of pipelines: iterators and optionals, and what is asked of datasets.

Not here: the stages that are iterated (`stages`).
"""
