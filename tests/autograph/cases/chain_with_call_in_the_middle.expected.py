def tf__chain_with_call_in_the_middle(values):
    with ag__.FunctionScope('chain_with_call_in_the_middle', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            do_return = True
            retval_ = ((lambda left, right: ag__.and_(lambda: left < right, lambda: (lambda left_1, right_1: ag__.and_(lambda: left_1 < right_1, lambda: (lambda left_2, right_2: ag__.and_(lambda: left_2 <= right_2, lambda: right_2 != 6))(right_1, ag__.converted_call(ag__.ld(values).pop, (), None, fscope))))(right, 5)))(1, ag__.converted_call(ag__.ld(values).pop, (), None, fscope)), ag__.ld(values))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
