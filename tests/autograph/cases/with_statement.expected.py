def tf__with_statement(a, b):
    with ag__.FunctionScope('with_statement', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        with ag__.ld(contextlib).nullcontext(ag__.ld(a)) as x, ag__.ld(contextlib).nullcontext(ag__.ld(b)) as (y, z):

            def get_state():
                return (z,)

            def set_state(vars_):
                nonlocal z
                z, = vars_

            def if_body():
                nonlocal z
                z = ag__.ld(x)

            def else_body():
                nonlocal z
                pass
            ag__.if_stmt(ag__.ld(x) > ag__.ld(y), if_body, else_body, get_state, set_state, ('z',), 1)
        try:
            do_return = True
            retval_ = (ag__.ld(x), ag__.ld(y), ag__.ld(z))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
