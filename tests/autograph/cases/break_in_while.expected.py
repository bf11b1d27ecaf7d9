def tf__break_in_while(n):
    with ag__.FunctionScope('break_in_while', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        i = 0
        break_ = False

        def get_state_2():
            return (i, break_)

        def set_state_2(vars_):
            nonlocal i, break_
            i, break_ = vars_

        def loop_body():
            nonlocal i, break_
            continue_ = False

            def get_state():
                return (break_, continue_)

            def set_state(vars_):
                nonlocal break_, continue_
                break_, continue_ = vars_

            def if_body():
                nonlocal break_, continue_
                break_ = True
                continue_ = True

            def else_body():
                nonlocal break_, continue_
                pass
            ag__.if_stmt(ag__.ld(i) >= ag__.ld(n), if_body, else_body, get_state, set_state, ('break_', 'continue_'), 2)

            def get_state_1():
                return (i,)

            def set_state_1(vars_):
                nonlocal i
                i, = vars_

            def if_body_1():
                nonlocal i
                i = ag__.ld(i) + 1

            def else_body_1():
                nonlocal i
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body_1, else_body_1, get_state_1, set_state_1, ('i',), 1)

        def loop_test():
            return ag__.and_(lambda: ag__.not_(break_), lambda: True)
        continue_ = ag__.Undefined('continue_')
        ag__.while_stmt(loop_test, loop_body, get_state_2, set_state_2, ('i', 'break_'), {})
        try:
            do_return = True
            retval_ = ag__.ld(i)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
