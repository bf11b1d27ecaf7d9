def tf__set_loop_options_directive(n):
    with ag__.FunctionScope('set_loop_options_directive', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        i = 0

        def get_state():
            return (i,)

        def set_state(vars_):
            nonlocal i
            i, = vars_

        def loop_body():
            nonlocal i
            i = ag__.ld(i) + 1

        def loop_test():
            return ag__.ld(i) < ag__.ld(n)
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('i',), {'parallel_iterations': 1, 'maximum_iterations': ag__.ld(n) + 1})
        try:
            do_return = True
            retval_ = ag__.ld(i)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
