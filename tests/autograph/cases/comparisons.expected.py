def tf__comparisons(x, y):
    with ag__.FunctionScope('comparisons', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = (ag__.ld(x) == ag__.ld(y), ag__.ld(x) != ag__.ld(y), ag__.and_(lambda: 1 < ag__.ld(x), lambda: ag__.ld(x) < 5), ag__.ld(x) is None, ag__.in_(ag__.ld(x), (1, ag__.ld(y))), ag__.not_in(ag__.ld(x), [ag__.ld(y)]))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
