def tf__for_else(xs):
    with ag__.FunctionScope('for_else', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        break_ = False

        def get_state_1():
            return (break_, x)

        def set_state_1(vars_):
            nonlocal break_, x
            break_, x = vars_

        def loop_body(itr):
            nonlocal break_, x
            x = itr
            continue_ = False
            (break_,)

            def get_state():
                return (break_,)

            def set_state(vars_):
                nonlocal break_
                break_, = vars_

            def if_body():
                nonlocal break_
                break_ = True
                continue_ = True

            def else_body():
                nonlocal break_
                pass
            ag__.if_stmt(ag__.ld(x), if_body, else_body, get_state, set_state, ('break_',), 1)

        def extra_test():
            nonlocal break_, x
            return ag__.not_(break_)
        continue_ = ag__.Undefined('continue_')
        x = ag__.Undefined('x')
        ag__.for_stmt(ag__.ld(xs), extra_test, loop_body, get_state_1, set_state_1, ('break_', 'x'), {'iterate_names': 'x'})

        def get_state_2():
            return (do_return, retval_)

        def set_state_2(vars_):
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
            try:
                do_return = True
                retval_ = ag__.ld(x)
            except:
                do_return = False
                raise
        ag__.if_stmt(ag__.not_(break_), if_body_1, else_body_1, get_state_2, set_state_2, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
