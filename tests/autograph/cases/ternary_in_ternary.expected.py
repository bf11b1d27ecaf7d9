def tf__ternary_in_ternary(x):
    with ag__.FunctionScope('ternary_in_ternary', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = ag__.if_exp(ag__.ld(x) > 0, lambda: 1, lambda: 2 if ag__.ld(x) < -1 else 3, 'x > 0')
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
