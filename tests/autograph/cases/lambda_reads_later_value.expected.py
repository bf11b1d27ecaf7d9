def tf__lambda_reads_later_value(n):
    with ag__.FunctionScope('lambda_reads_later_value', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        x = 0
        read = ag__.autograph_artifact(lambda: ag__.ld(x))

        def get_state():
            return (x,)

        def set_state(vars_):
            nonlocal x
            x, = vars_

        def if_body():
            nonlocal x
            x = 1

        def else_body():
            nonlocal x
            pass
        ag__.if_stmt(ag__.ld(n), if_body, else_body, get_state, set_state, ('x',), 1)
        try:
            do_return = True
            retval_ = ag__.converted_call(ag__.ld(read), (), None, fscope)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
