def tf__local_of_loop_body(n):
    with ag__.FunctionScope('local_of_loop_body', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        total = 0

        def get_state_2():
            return (total,)

        def set_state_2(vars_):
            nonlocal total
            total, = vars_

        def loop_body(itr):
            nonlocal total
            i = itr

            def get_state_1():
                return (total,)

            def set_state_1(vars_):
                nonlocal total
                total, = vars_

            def if_body_1():
                nonlocal total

                def get_state():
                    return (y,)

                def set_state(vars_):
                    nonlocal y
                    y, = vars_

                def if_body():
                    nonlocal y
                    y = ag__.ld(i)

                def else_body():
                    nonlocal y
                    y = -ag__.ld(i)
                ag__.if_stmt(ag__.ld(i) % 2 == 0, if_body, else_body, get_state, set_state, ('y',), 1)
                total = ag__.ld(total)
                total += y

            def else_body_1():
                nonlocal total
                pass
            ag__.if_stmt(ag__.ld(i) > 1, if_body_1, else_body_1, get_state_1, set_state_1, ('total',), 1)
        i = ag__.Undefined('i')
        y = ag__.Undefined('y')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, loop_body, get_state_2, set_state_2, ('total',), {'iterate_names': 'i'})
        try:
            do_return = True
            retval_ = ag__.ld(total)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
