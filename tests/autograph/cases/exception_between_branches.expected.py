def tf__exception_between_branches(c, x):
    with ag__.FunctionScope('exception_between_branches', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        done = 0
        try:

            def get_state():
                return (done,)

            def set_state(vars_):
                nonlocal done
                done, = vars_

            def if_body():
                nonlocal done
                done = 1

            def else_body():
                nonlocal done
                pass
            ag__.if_stmt(ag__.ld(c), if_body, else_body, get_state, set_state, ('done',), 1)
            1 // ag__.ld(x)
        except ZeroDivisionError:
            try:
                do_return = True
                retval_ = ag__.ld(done)
            except:
                do_return = False
                raise

        def get_state_1():
            return (do_return, retval_)

        def set_state_1(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_1():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = None
            except:
                do_return = False
                raise

        def else_body_1():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_1, else_body_1, get_state_1, set_state_1, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
