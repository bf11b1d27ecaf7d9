def tf__docstring_only():
    """Nothing else."""
    with ag__.FunctionScope('docstring_only', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        pass
