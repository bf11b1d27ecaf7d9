def tf__walrus_and_break(n):
    with ag__.FunctionScope('walrus_and_break', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        total = 0
        ended = False
        break_ = False

        def get_state_6():
            return (ended, total, break_, n)

        def set_state_6(vars_):
            nonlocal ended, total, break_, n
            ended, total, break_, n = vars_

        def loop_body():
            nonlocal ended, total, break_, n
            continue_ = False
            passed_ = False

            def get_state_3():
                return (break_, continue_, n, passed_, total)

            def set_state_3(vars_):
                nonlocal break_, continue_, n, passed_, total
                break_, continue_, n, passed_, total = vars_

            def if_body_3():
                nonlocal break_, continue_, n, passed_, total

                def get_state_2():
                    return (break_, continue_, n, passed_, total)

                def set_state_2(vars_):
                    nonlocal break_, continue_, n, passed_, total
                    break_, continue_, n, passed_, total = vars_

                def if_body_2():
                    nonlocal break_, continue_, n, passed_, total
                    passed_ = True

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
                    ag__.if_stmt(ag__.ld(half) == 3, if_body, else_body, get_state, set_state, ('break_', 'continue_'), 2)

                    def get_state_1():
                        return (n, total)

                    def set_state_1(vars_):
                        nonlocal n, total
                        n, total = vars_

                    def if_body_1():
                        nonlocal n, total
                        total = ag__.ld(total)
                        total += half
                        n = ag__.ld(half)

                    def else_body_1():
                        nonlocal n, total
                        pass
                    ag__.if_stmt(ag__.not_(continue_), if_body_1, else_body_1, get_state_1, set_state_1, ('n', 'total'), 2)

                def else_body_2():
                    nonlocal break_, continue_, n, passed_, total
                    pass
                ag__.if_stmt((half := (ag__.ld(n) // 2)) > 0, if_body_2, else_body_2, get_state_2, set_state_2, ('break_', 'continue_', 'n', 'passed_', 'total'), 5)

            def else_body_3():
                nonlocal break_, continue_, n, passed_, total
                pass
            ag__.if_stmt(ag__.ld(n) > 1, if_body_3, else_body_3, get_state_3, set_state_3, ('break_', 'continue_', 'n', 'passed_', 'total'), 5)

            def get_state_5():
                return (break_, ended, continue_)

            def set_state_5(vars_):
                nonlocal break_, ended, continue_
                break_, ended, continue_ = vars_

            def if_body_5():
                nonlocal break_, ended, continue_

                def get_state_4():
                    return (break_, ended)

                def set_state_4(vars_):
                    nonlocal break_, ended
                    break_, ended = vars_

                def if_body_4():
                    nonlocal break_, ended
                    ended = True
                    break_ = True
                    continue_ = True

                def else_body_4():
                    nonlocal break_, ended
                    pass
                ag__.if_stmt(ag__.not_(passed_), if_body_4, else_body_4, get_state_4, set_state_4, ('break_', 'ended'), 2)

            def else_body_5():
                nonlocal break_, ended, continue_
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body_5, else_body_5, get_state_5, set_state_5, ('break_', 'ended', 'continue_'), 2)

        def loop_test():
            return ag__.and_(lambda: ag__.not_(break_), lambda: True)
        continue_ = ag__.Undefined('continue_')
        half = ag__.Undefined('half')
        passed_ = ag__.Undefined('passed_')
        ag__.while_stmt(loop_test, loop_body, get_state_6, set_state_6, ('ended', 'total', 'break_', 'n'), {})

        def get_state_7():
            return (total,)

        def set_state_7(vars_):
            nonlocal total
            total, = vars_

        def if_body_6():
            nonlocal total
            total = -ag__.ld(total)

        def else_body_6():
            nonlocal total
            pass
        ag__.if_stmt(ended, if_body_6, else_body_6, get_state_7, set_state_7, ('total',), 1)
        try:
            do_return = True
            retval_ = ag__.ld(total)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
