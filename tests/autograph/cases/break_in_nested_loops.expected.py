def tf__break_in_nested_loops(n):
    with ag__.FunctionScope('break_in_nested_loops', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        count = 0

        def get_state_5():
            return (count,)

        def set_state_5(vars_):
            nonlocal count
            count, = vars_

        def loop_body_1(itr_1):
            nonlocal count
            k = itr_1
            prime = True
            break__1 = False

            def get_state_3():
                return (prime, break__1)

            def set_state_3(vars_):
                nonlocal prime, break__1
                prime, break__1 = vars_

            def loop_body(itr):
                nonlocal prime, break__1
                d = itr
                continue__1 = False
                (break__1,)

                def get_state():
                    return (break__1, continue__1)

                def set_state(vars_):
                    nonlocal break__1, continue__1
                    break__1, continue__1 = vars_

                def if_body():
                    nonlocal break__1, continue__1
                    break__1 = True
                    continue__1 = True

                def else_body():
                    nonlocal break__1, continue__1
                    pass
                ag__.if_stmt(ag__.ld(d) * ag__.ld(d) > ag__.ld(k), if_body, else_body, get_state, set_state, ('break__1', 'continue__1'), 2)

                def get_state_2():
                    return (break__1, prime, continue__1)

                def set_state_2(vars_):
                    nonlocal break__1, prime, continue__1
                    break__1, prime, continue__1 = vars_

                def if_body_2():
                    nonlocal break__1, prime, continue__1

                    def get_state_1():
                        return (break__1, prime)

                    def set_state_1(vars_):
                        nonlocal break__1, prime
                        break__1, prime = vars_

                    def if_body_1():
                        nonlocal break__1, prime
                        prime = False
                        break__1 = True
                        continue__1 = True

                    def else_body_1():
                        nonlocal break__1, prime
                        pass
                    ag__.if_stmt(ag__.ld(k) % ag__.ld(d) == 0, if_body_1, else_body_1, get_state_1, set_state_1, ('break__1', 'prime'), 2)

                def else_body_2():
                    nonlocal break__1, prime, continue__1
                    pass
                ag__.if_stmt(ag__.not_(continue__1), if_body_2, else_body_2, get_state_2, set_state_2, ('break__1', 'prime', 'continue__1'), 2)

            def extra_test():
                nonlocal prime, break__1
                return ag__.not_(break__1)
            ag__.for_stmt(ag__.converted_call(ag__.ld(range), (2, ag__.ld(k)), None, fscope), extra_test, loop_body, get_state_3, set_state_3, ('prime', 'break__1'), {'iterate_names': 'd'})

            def get_state_4():
                return (count,)

            def set_state_4(vars_):
                nonlocal count
                count, = vars_

            def if_body_3():
                nonlocal count
                count = ag__.ld(count)
                count += 1

            def else_body_3():
                nonlocal count
                pass
            ag__.if_stmt(ag__.ld(prime), if_body_3, else_body_3, get_state_4, set_state_4, ('count',), 1)
        break__1 = ag__.Undefined('break__1')
        continue__1 = ag__.Undefined('continue__1')
        d = ag__.Undefined('d')
        k = ag__.Undefined('k')
        prime = ag__.Undefined('prime')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (2, ag__.ld(n)), None, fscope), None, loop_body_1, get_state_5, set_state_5, ('count',), {'iterate_names': 'k'})
        try:
            do_return = True
            retval_ = ag__.ld(count)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
