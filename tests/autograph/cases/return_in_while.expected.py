def tf__return_in_while(limit):
    with ag__.FunctionScope('return_in_while', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        i = 0

        def get_state_1():
            return (do_return, retval_, i)

        def set_state_1(vars_):
            nonlocal do_return, retval_, i
            do_return, retval_, i = vars_

        def loop_body():
            nonlocal do_return, retval_, i

            def get_state():
                return (do_return, i, retval_)

            def set_state(vars_):
                nonlocal do_return, i, retval_
                do_return, i, retval_ = vars_

            def if_body():
                nonlocal do_return, i, retval_
                try:
                    do_return = True
                    retval_ = ag__.ld(i)
                except:
                    do_return = False
                    raise

            def else_body():
                nonlocal do_return, i, retval_
                i = ag__.ld(i) + 1
            ag__.if_stmt(ag__.ld(i) * ag__.ld(i) > ag__.ld(limit), if_body, else_body, get_state, set_state, ('do_return', 'i', 'retval_'), 3)

        def loop_test():
            return ag__.and_(lambda: ag__.not_(do_return), lambda: ag__.ld(i) < ag__.ld(limit))
        ag__.while_stmt(loop_test, loop_body, get_state_1, set_state_1, ('do_return', 'retval_', 'i'), {})

        def get_state_2():
            return (do_return, retval_)

        def set_state_2(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_1():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = -1
            except:
                do_return = False
                raise

        def else_body_1():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_1, else_body_1, get_state_2, set_state_2, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
