def tf__global_state(x):
    with ag__.FunctionScope('global_state', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        global TOTAL
        TOTAL = 0

        def get_state():
            return (TOTAL,)

        def set_state(vars_):
            global TOTAL
            TOTAL, = vars_

        def if_body():
            global TOTAL
            TOTAL = ag__.ld(x)

        def else_body():
            global TOTAL
            pass
        ag__.if_stmt(ag__.ld(x) > 0, if_body, else_body, get_state, set_state, ('TOTAL',), 1)

        def get_state_1():
            return (TOTAL,)

        def set_state_1(vars_):
            global TOTAL
            TOTAL, = vars_

        def loop_body():
            global TOTAL
            TOTAL = ag__.ld(TOTAL)
            TOTAL += 1

        def loop_test():
            return ag__.ld(TOTAL) < 3
        ag__.while_stmt(loop_test, loop_body, get_state_1, set_state_1, ('TOTAL',), {})
        try:
            do_return = True
            retval_ = ag__.ld(TOTAL)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
