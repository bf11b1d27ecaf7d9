def tf__calls(f, args, kwargs):
    with ag__.FunctionScope('calls', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = (ag__.converted_call(ag__.ld(f), (), None, fscope), ag__.converted_call(ag__.ld(f), tuple(ag__.ld(args)), None, fscope), ag__.converted_call(ag__.ld(f), (1,) + tuple(ag__.ld(args)) + (2,) + tuple(ag__.ld(args)), None, fscope), ag__.converted_call(ag__.ld(f), (), dict(x=1, **ag__.ld(kwargs)), fscope), ag__.converted_call(ag__.ld(f), tuple(ag__.ld(args)), dict(y=2), fscope))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
