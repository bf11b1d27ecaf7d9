def tf__break_in_try(xs):
    with ag__.FunctionScope('break_in_try', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        seen = []
        break_ = False

        def get_state_1():
            return (break_, y)

        def set_state_1(vars_):
            nonlocal break_, y
            break_, y = vars_

        def loop_body(itr):
            nonlocal break_, y
            x = itr
            continue_ = False
            (break_,)
            try:
                y = 1 // ag__.ld(x)
            except ZeroDivisionError:
                break_ = True
                continue_ = True

            def get_state():
                return ()

            def set_state(block_vars):
                pass

            def if_body():
                ag__.converted_call(ag__.ld(seen).append, (ag__.ld(y),), None, fscope)

            def else_body():
                pass
            ag__.if_stmt(ag__.not_(continue_), if_body, else_body, get_state, set_state, (), 0)

        def extra_test():
            nonlocal break_, y
            return ag__.not_(break_)
        continue_ = ag__.Undefined('continue_')
        x = ag__.Undefined('x')
        y = ag__.Undefined('y')
        ag__.for_stmt(ag__.ld(xs), extra_test, loop_body, get_state_1, set_state_1, ('break_', 'y'), {'iterate_names': 'x'})
        try:
            do_return = True
            retval_ = ag__.ld(seen)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
