def tf__comprehensions(rows):
    with ag__.FunctionScope('comprehensions', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        a = [ag__.ld(y) for row in ag__.ld(rows) for y in ag__.ld(row) if ag__.and_(lambda: ag__.ld(y) > 1, lambda: ag__.ld(y) < 9)]
        b = {ag__.ld(y) % 3 for row in ag__.ld(rows) for y in ag__.ld(row)}
        c = {ag__.ld(i): ag__.converted_call(ag__.ld(len), (ag__.ld(row),), None, fscope) for i, row in ag__.converted_call(ag__.ld(enumerate), (ag__.ld(rows),), None, fscope)}
        try:
            do_return = True
            retval_ = (ag__.ld(a), ag__.ld(b), ag__.ld(c), ag__.converted_call(ag__.ld(sum), ((ag__.if_exp(ag__.ld(y) > 2, lambda: ag__.ld(y), lambda: 0, 'y > 2') for row in ag__.ld(rows) for y in ag__.ld(row)),), None, fscope))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
