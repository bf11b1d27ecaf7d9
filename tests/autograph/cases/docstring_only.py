def docstring_only():
    """Nothing else."""


INPUTS = [()]
