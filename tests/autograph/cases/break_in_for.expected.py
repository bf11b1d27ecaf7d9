def tf__break_in_for(xs, wanted):
    with ag__.FunctionScope('break_in_for', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        found = -1
        break_ = False

        def get_state_1():
            return (found, break_)

        def set_state_1(vars_):
            nonlocal found, break_
            found, break_ = vars_

        def loop_body(itr):
            nonlocal found, break_
            x = itr
            continue_ = False
            (break_,)

            def get_state():
                return (break_, found)

            def set_state(vars_):
                nonlocal break_, found
                break_, found = vars_

            def if_body():
                nonlocal break_, found
                found = ag__.ld(x)
                break_ = True
                continue_ = True

            def else_body():
                nonlocal break_, found
                pass
            ag__.if_stmt(ag__.ld(x) == ag__.ld(wanted), if_body, else_body, get_state, set_state, ('break_', 'found'), 2)

        def extra_test():
            nonlocal found, break_
            return ag__.not_(break_)
        continue_ = ag__.Undefined('continue_')
        x = ag__.Undefined('x')
        ag__.for_stmt(ag__.ld(xs), extra_test, loop_body, get_state_1, set_state_1, ('found', 'break_'), {'iterate_names': 'x'})
        try:
            do_return = True
            retval_ = ag__.ld(found)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
