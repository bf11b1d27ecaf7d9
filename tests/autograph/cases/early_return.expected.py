def tf__early_return(x):
    with ag__.FunctionScope('early_return', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state_2():
            return (do_return, retval_)

        def set_state_2(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_2():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = -1
            except:
                do_return = False
                raise

        def else_body_2():
            nonlocal do_return, retval_

            def get_state():
                return (do_return, retval_)

            def set_state(vars_):
                nonlocal do_return, retval_
                do_return, retval_ = vars_

            def if_body():
                nonlocal do_return, retval_
                try:
                    do_return = True
                    retval_ = 0
                except:
                    do_return = False
                    raise

            def else_body():
                nonlocal do_return, retval_
                pass
            ag__.if_stmt(ag__.ld(x) == 0, if_body, else_body, get_state, set_state, ('do_return', 'retval_'), 2)

            def get_state_1():
                return (do_return, retval_)

            def set_state_1(vars_):
                nonlocal do_return, retval_
                do_return, retval_ = vars_

            def if_body_1():
                nonlocal do_return, retval_
                try:
                    do_return = True
                    retval_ = 1
                except:
                    do_return = False
                    raise

            def else_body_1():
                nonlocal do_return, retval_
                pass
            ag__.if_stmt(ag__.not_(do_return), if_body_1, else_body_1, get_state_1, set_state_1, ('do_return', 'retval_'), 2)
        ag__.if_stmt(ag__.ld(x) < 0, if_body_2, else_body_2, get_state_2, set_state_2, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
