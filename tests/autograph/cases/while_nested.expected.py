def tf__while_nested(n, m):
    with ag__.FunctionScope('while_nested', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        total = 0
        i = 0

        def get_state_1():
            return (total, i)

        def set_state_1(vars_):
            nonlocal total, i
            total, i = vars_

        def loop_body_1():
            nonlocal total, i
            j = 0

            def get_state():
                return (total, j)

            def set_state(vars_):
                nonlocal total, j
                total, j = vars_

            def loop_body():
                nonlocal total, j
                total = ag__.ld(total) + ag__.ld(i) * ag__.ld(j)
                j = ag__.ld(j) + 1

            def loop_test():
                return ag__.ld(j) < ag__.ld(m)
            ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('total', 'j'), {})
            i = ag__.ld(i) + 1

        def loop_test_1():
            return ag__.ld(i) < ag__.ld(n)
        j = ag__.Undefined('j')
        ag__.while_stmt(loop_test_1, loop_body_1, get_state_1, set_state_1, ('total', 'i'), {})
        try:
            do_return = True
            retval_ = ag__.ld(total)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
