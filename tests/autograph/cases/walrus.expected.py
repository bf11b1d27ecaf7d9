def tf__walrus(xs):
    with ag__.FunctionScope('walrus', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        i = 0
        break_ = False

        def get_state_3():
            return (i, x, break_)

        def set_state_3(vars_):
            nonlocal i, x, break_
            i, x, break_ = vars_

        def loop_body():
            nonlocal i, x, break_
            continue_ = False
            passed_ = False

            def get_state_1():
                return (i, passed_, x)

            def set_state_1(vars_):
                nonlocal i, passed_, x
                i, passed_, x = vars_

            def if_body_1():
                nonlocal i, passed_, x

                def get_state():
                    return (i, passed_)

                def set_state(vars_):
                    nonlocal i, passed_
                    i, passed_ = vars_

                def if_body():
                    nonlocal i, passed_
                    passed_ = True
                    i = ag__.ld(i) + 1

                def else_body():
                    nonlocal i, passed_
                    pass
                ag__.if_stmt(ag__.ld(i) < 9, if_body, else_body, get_state, set_state, ('i', 'passed_'), 2)

            def else_body_1():
                nonlocal i, passed_, x
                pass
            ag__.if_stmt((x := ag__.ld(xs)[ag__.ld(i)]) > 0, if_body_1, else_body_1, get_state_1, set_state_1, ('i', 'passed_', 'x'), 3)

            def get_state_2():
                return (break_,)

            def set_state_2(vars_):
                nonlocal break_
                break_, = vars_

            def if_body_2():
                nonlocal break_
                break_ = True
                continue_ = True

            def else_body_2():
                nonlocal break_
                pass
            ag__.if_stmt(ag__.not_(passed_), if_body_2, else_body_2, get_state_2, set_state_2, ('break_',), 1)

        def loop_test():
            return ag__.and_(lambda: ag__.not_(break_), lambda: True)
        continue_ = ag__.Undefined('continue_')
        passed_ = ag__.Undefined('passed_')
        x = ag__.Undefined('x')
        ag__.while_stmt(loop_test, loop_body, get_state_3, set_state_3, ('i', 'x', 'break_'), {})

        def get_state_4():
            return (i, y)

        def set_state_4(vars_):
            nonlocal i, y
            i, y = vars_

        def if_body_3():
            nonlocal i, y
            i = ag__.ld(y)

        def else_body_3():
            nonlocal i, y
            pass
        y = ag__.Undefined('y')
        ag__.if_stmt((y := (ag__.ld(x) + ag__.ld(i))) < 2, if_body_3, else_body_3, get_state_4, set_state_4, ('i', 'y'), 2)
        try:
            do_return = True
            retval_ = (ag__.ld(i), ag__.ld(x), ag__.ld(y))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
