def tf__ternary(x):
    with ag__.FunctionScope('ternary', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = ag__.if_exp(ag__.ld(x) != 0, lambda: ag__.converted_call(ag__.ld(abs), (ag__.ld(x) if ag__.ld(x) > 1 else ag__.ld(x) * 2,), None, fscope), lambda: 7, 'x != 0')
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
