def tf__break_in_else_belongs_to_outer_loop(n):
    with ag__.FunctionScope('break_in_else_belongs_to_outer_loop', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        break_ = False

        def get_state_4():
            return (break_, i)

        def set_state_4(vars_):
            nonlocal break_, i
            break_, i = vars_

        def loop_body_1(itr_1):
            nonlocal break_, i
            i = itr_1
            continue_ = False
            (break_,)
            break__1 = False

            def get_state_1():
                return (break__1,)

            def set_state_1(vars_):
                nonlocal break__1
                break__1, = vars_

            def loop_body(itr):
                nonlocal break__1
                j = itr
                continue__1 = False
                (break__1,)

                def get_state():
                    return (break__1,)

                def set_state(vars_):
                    nonlocal break__1
                    break__1, = vars_

                def if_body():
                    nonlocal break__1
                    break__1 = True
                    continue__1 = True

                def else_body():
                    nonlocal break__1
                    pass
                ag__.if_stmt(ag__.ld(j) == 3, if_body, else_body, get_state, set_state, ('break__1',), 1)

            def extra_test():
                nonlocal break__1
                return ag__.not_(break__1)
            ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(i),), None, fscope), extra_test, loop_body, get_state_1, set_state_1, ('break__1',), {'iterate_names': 'j'})

            def get_state_2():
                return (continue_,)

            def set_state_2(vars_):
                nonlocal continue_
                continue_, = vars_

            def if_body_1():
                nonlocal continue_
                continue_ = True

            def else_body_1():
                nonlocal continue_
                pass
            ag__.if_stmt(ag__.not_(break__1), if_body_1, else_body_1, get_state_2, set_state_2, ('continue_',), 1)

            def get_state_3():
                return (break_, continue_)

            def set_state_3(vars_):
                nonlocal break_, continue_
                break_, continue_ = vars_

            def if_body_2():
                nonlocal break_, continue_
                break_ = True
                continue_ = True

            def else_body_2():
                nonlocal break_, continue_
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body_2, else_body_2, get_state_3, set_state_3, ('break_', 'continue_'), 1)

        def extra_test_1():
            nonlocal break_, i
            return ag__.not_(break_)
        break__1 = ag__.Undefined('break__1')
        continue_ = ag__.Undefined('continue_')
        continue__1 = ag__.Undefined('continue__1')
        i = ag__.Undefined('i')
        j = ag__.Undefined('j')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), extra_test_1, loop_body_1, get_state_4, set_state_4, ('break_', 'i'), {'iterate_names': 'i'})

        def get_state_5():
            return (do_return, retval_)

        def set_state_5(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_3():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = 'all'
            except:
                do_return = False
                raise

        def else_body_3():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(i)
            except:
                do_return = False
                raise
        ag__.if_stmt(ag__.not_(break_), if_body_3, else_body_3, get_state_5, set_state_5, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
