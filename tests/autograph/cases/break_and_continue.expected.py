def tf__break_and_continue(n):
    with ag__.FunctionScope('break_and_continue', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        t = 0
        break_ = False

        def get_state_8():
            return (do_return, retval_, t, break_)

        def set_state_8(vars_):
            nonlocal do_return, retval_, t, break_
            do_return, retval_, t, break_ = vars_

        def loop_body_1(itr):
            nonlocal do_return, retval_, t, break_
            i = itr
            continue_ = False
            (break_,)

            def get_state():
                return (continue_,)

            def set_state(vars_):
                nonlocal continue_
                continue_, = vars_

            def if_body():
                nonlocal continue_
                continue_ = True

            def else_body():
                nonlocal continue_
                pass
            ag__.if_stmt(ag__.ld(i) == 2, if_body, else_body, get_state, set_state, ('continue_',), 1)

            def get_state_7():
                return (break_, do_return, retval_, t, continue_)

            def set_state_7(vars_):
                nonlocal break_, do_return, retval_, t, continue_
                break_, do_return, retval_, t, continue_ = vars_

            def if_body_6():
                nonlocal break_, do_return, retval_, t, continue_

                def get_state_1():
                    return (break_, continue_)

                def set_state_1(vars_):
                    nonlocal break_, continue_
                    break_, continue_ = vars_

                def if_body_1():
                    nonlocal break_, continue_
                    break_ = True
                    continue_ = True

                def else_body_1():
                    nonlocal break_, continue_
                    pass
                ag__.if_stmt(ag__.ld(i) == 7, if_body_1, else_body_1, get_state_1, set_state_1, ('break_', 'continue_'), 2)

                def get_state_6():
                    return (do_return, retval_, t)

                def set_state_6(vars_):
                    nonlocal do_return, retval_, t
                    do_return, retval_, t = vars_

                def if_body_5():
                    nonlocal do_return, retval_, t
                    j = 0

                    def get_state_5():
                        return (do_return, retval_, t, j)

                    def set_state_5(vars_):
                        nonlocal do_return, retval_, t, j
                        do_return, retval_, t, j = vars_

                    def loop_body():
                        nonlocal do_return, retval_, t, j
                        continue__1 = False
                        j = ag__.ld(j) + 1

                        def get_state_2():
                            return (continue__1,)

                        def set_state_2(vars_):
                            nonlocal continue__1
                            continue__1, = vars_

                        def if_body_2():
                            nonlocal continue__1
                            continue__1 = True

                        def else_body_2():
                            nonlocal continue__1
                            pass
                        ag__.if_stmt(ag__.ld(j) == 4, if_body_2, else_body_2, get_state_2, set_state_2, ('continue__1',), 1)

                        def get_state_4():
                            return (do_return, retval_, t)

                        def set_state_4(vars_):
                            nonlocal do_return, retval_, t
                            do_return, retval_, t = vars_

                        def if_body_4():
                            nonlocal do_return, retval_, t

                            def get_state_3():
                                return (do_return, retval_, t)

                            def set_state_3(vars_):
                                nonlocal do_return, retval_, t
                                do_return, retval_, t = vars_

                            def if_body_3():
                                nonlocal do_return, retval_, t
                                try:
                                    do_return = True
                                    retval_ = ag__.ld(t)
                                except:
                                    do_return = False
                                    raise

                            def else_body_3():
                                nonlocal do_return, retval_, t
                                t = ag__.ld(t) + ag__.ld(j)
                            ag__.if_stmt(ag__.ld(t) > 50, if_body_3, else_body_3, get_state_3, set_state_3, ('do_return', 'retval_', 't'), 3)

                        def else_body_4():
                            nonlocal do_return, retval_, t
                            pass
                        ag__.if_stmt(ag__.not_(continue__1), if_body_4, else_body_4, get_state_4, set_state_4, ('do_return', 'retval_', 't'), 3)

                    def loop_test():
                        return ag__.and_(lambda: ag__.not_(do_return), lambda: ag__.ld(j) < ag__.ld(i))
                    ag__.while_stmt(loop_test, loop_body, get_state_5, set_state_5, ('do_return', 'retval_', 't', 'j'), {})

                def else_body_5():
                    nonlocal do_return, retval_, t
                    pass
                ag__.if_stmt(ag__.not_(continue_), if_body_5, else_body_5, get_state_6, set_state_6, ('do_return', 'retval_', 't'), 3)

            def else_body_6():
                nonlocal break_, do_return, retval_, t, continue_
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body_6, else_body_6, get_state_7, set_state_7, ('break_', 'do_return', 'retval_', 't', 'continue_'), 4)

        def extra_test():
            nonlocal do_return, retval_, t, break_
            return ag__.and_(lambda: ag__.not_(do_return), lambda: ag__.not_(break_))
        continue_ = ag__.Undefined('continue_')
        continue__1 = ag__.Undefined('continue__1')
        i = ag__.Undefined('i')
        j = ag__.Undefined('j')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), extra_test, loop_body_1, get_state_8, set_state_8, ('do_return', 'retval_', 't', 'break_'), {'iterate_names': 'i'})

        def get_state_9():
            return (do_return, retval_)

        def set_state_9(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_7():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(t)
            except:
                do_return = False
                raise

        def else_body_7():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_7, else_body_7, get_state_9, set_state_9, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
