def tf__while_else(n, stop):
    with ag__.FunctionScope('while_else', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        break_ = False

        def get_state_2():
            return (break_, n)

        def set_state_2(vars_):
            nonlocal break_, n
            break_, n = vars_

        def loop_body():
            nonlocal break_, n
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
            ag__.if_stmt(ag__.ld(n) == ag__.ld(stop), if_body, else_body, get_state, set_state, ('break_', 'continue_'), 2)

            def get_state_1():
                return (n,)

            def set_state_1(vars_):
                nonlocal n
                n, = vars_

            def if_body_1():
                nonlocal n
                n = ag__.ld(n) - 1

            def else_body_1():
                nonlocal n
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body_1, else_body_1, get_state_1, set_state_1, ('n',), 1)

        def loop_test():
            return ag__.and_(lambda: ag__.not_(break_), lambda: ag__.ld(n) > 0)
        continue_ = ag__.Undefined('continue_')
        ag__.while_stmt(loop_test, loop_body, get_state_2, set_state_2, ('break_', 'n'), {})

        def get_state_3():
            return (n,)

        def set_state_3(vars_):
            nonlocal n
            n, = vars_

        def if_body_2():
            nonlocal n
            n = -1

        def else_body_2():
            nonlocal n
            pass
        ag__.if_stmt(ag__.not_(break_), if_body_2, else_body_2, get_state_3, set_state_3, ('n',), 1)
        try:
            do_return = True
            retval_ = ag__.ld(n)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
