def tf__tuple_assignment(n):
    with ag__.FunctionScope('tuple_assignment', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        a, b = (0, 1)
        (c, *rest), d = ((ag__.ld(n), 2, 3), ag__.ld(a))

        def get_state():
            return (a, b)

        def set_state(vars_):
            nonlocal a, b
            a, b = vars_

        def loop_body():
            nonlocal a, b
            a, b = (ag__.ld(b), ag__.ld(a) + ag__.ld(b))

        def loop_test():
            return ag__.ld(a) < ag__.ld(n)
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('a', 'b'), {})
        try:
            do_return = True
            retval_ = (ag__.ld(a), ag__.ld(c), ag__.ld(rest), ag__.ld(d))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
