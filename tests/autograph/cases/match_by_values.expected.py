def tf__match_by_values(x):
    with ag__.FunctionScope('match_by_values', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        subject = ag__.ld(x)

        def get_state_2():
            return (do_return, r, retval_)

        def set_state_2(vars_):
            nonlocal do_return, r, retval_
            do_return, r, retval_ = vars_

        def if_body_2():
            nonlocal do_return, r, retval_
            r = 'none'

        def else_body_2():
            nonlocal do_return, r, retval_

            def get_state_1():
                return (do_return, r, retval_)

            def set_state_1(vars_):
                nonlocal do_return, r, retval_
                do_return, r, retval_ = vars_

            def if_body_1():
                nonlocal do_return, r, retval_
                r = 'literal'

            def else_body_1():
                nonlocal do_return, r, retval_
                n = subject

                def get_state():
                    return (do_return, r, retval_)

                def set_state(vars_):
                    nonlocal do_return, r, retval_
                    do_return, r, retval_ = vars_

                def if_body():
                    nonlocal do_return, r, retval_
                    try:
                        do_return = True
                        retval_ = ag__.ld(n)
                    except:
                        do_return = False
                        raise

                def else_body():
                    nonlocal do_return, r, retval_
                    r = 'other'
                r = ag__.Undefined('r')
                ag__.if_stmt(ag__.ld(n) == 7, if_body, else_body, get_state, set_state, ('do_return', 'r', 'retval_'), 3)
            n = ag__.Undefined('n')
            r = ag__.Undefined('r')
            ag__.if_stmt(ag__.or_(lambda: subject == 1, lambda: ag__.or_(lambda: subject == 2.5, lambda: subject == 'a')), if_body_1, else_body_1, get_state_1, set_state_1, ('do_return', 'r', 'retval_'), 3)
        n = ag__.Undefined('n')
        r = ag__.Undefined('r')
        ag__.if_stmt(subject is None, if_body_2, else_body_2, get_state_2, set_state_2, ('do_return', 'r', 'retval_'), 3)

        def get_state_3():
            return (do_return, retval_)

        def set_state_3(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_3():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(r)
            except:
                do_return = False
                raise

        def else_body_3():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_3, else_body_3, get_state_3, set_state_3, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
