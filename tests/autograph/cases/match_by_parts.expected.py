def tf__match_by_parts(pair):
    with ag__.FunctionScope('match_by_parts', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        match ag__.ld(pair):
            case [0, b] | [b, 0] if ag__.ld(b):
                r = ag__.ld(b)
            case [1, 2] | [2, 1]:
                r = 'small'
            case {'k': True, **rest} if ag__.converted_call(ag__.ld(len), (ag__.ld(rest),), None, fscope) > 1:
                r = ag__.ld(rest)
            case [a, 5 | 6 as c]:
                r = (ag__.ld(a), ag__.ld(c))
            case _:
                r = None
        try:
            do_return = True
            retval_ = ag__.ld(r)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
