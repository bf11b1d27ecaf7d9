def tf__f_strings(x, d):
    with ag__.FunctionScope('f_strings', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = f"{ag__.ld(d)['a']} it's {ag__.ld(x)!r:>{ag__.ld(d)['w']}} {{}} {ag__.ld(x) + 1:.1f}\n"
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
