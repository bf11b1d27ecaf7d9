def tf__while_local_variable(n):
    with ag__.FunctionScope('while_local_variable', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
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
            step = ag__.ld(i) * 2
            i = ag__.ld(i) + ag__.ld(step) + 1

        def loop_test():
            return ag__.ld(i) < ag__.ld(n)
        step = ag__.Undefined('step')
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('i',), {})
        try:
            do_return = True
            retval_ = ag__.ld(i)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
