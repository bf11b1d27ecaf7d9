def tf__names_of_the_converter(ag__, fscope):
    with ag___1.FunctionScope('names_of_the_converter', 'fscope_1', ag___1.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope_1:
        do_return_1 = False
        retval__1 = ag___1.UndefinedReturnValue()
        do_return = ag___1.ld(ag__)
        retval_ = 1
        get_state = 2
        break__1 = False

        def get_state_2():
            return (break__1, vars_)

        def set_state_1(vars__2):
            nonlocal break__1, vars_
            break__1, vars_ = vars__2

        def loop_body(itr_1):
            nonlocal break__1, vars_
            itr = itr_1
            continue_ = False
            (break__1,)
            break_ = ag___1.ld(itr)

            def get_state_1():
                return (break__1, vars_)

            def set_state(vars__1):
                nonlocal break__1, vars_
                break__1, vars_ = vars__1

            def if_body():
                nonlocal break__1, vars_
                vars_ = ag___1.ld(break_)
                break__1 = True
                continue_ = True

            def else_body():
                nonlocal break__1, vars_
                pass
            ag___1.if_stmt(ag___1.ld(break_) > 2, if_body, else_body, get_state_1, set_state, ('break__1', 'vars_'), 2)

        def extra_test():
            nonlocal break__1, vars_
            return ag___1.not_(break__1)
        break_ = ag___1.Undefined('break_')
        continue_ = ag___1.Undefined('continue_')
        itr = ag___1.Undefined('itr')
        vars_ = ag___1.Undefined('vars_')
        ag___1.for_stmt(ag___1.converted_call(ag___1.ld(range), (ag___1.ld(fscope),), None, fscope_1), extra_test, loop_body, get_state_2, set_state_1, ('break__1', 'vars_'), {'iterate_names': 'itr'})

        def get_state_3():
            return (vars_,)

        def set_state_2(vars__3):
            nonlocal vars_
            vars_, = vars__3

        def if_body_1():
            nonlocal vars_
            vars_ = ag___1.ld(retval_)

        def else_body_1():
            nonlocal vars_
            pass
        ag___1.if_stmt(ag___1.not_(break__1), if_body_1, else_body_1, get_state_3, set_state_2, ('vars_',), 1)
        try:
            do_return_1 = True
            retval__1 = (ag___1.ld(do_return), ag___1.ld(get_state), ag___1.ld(vars_), ag___1.ld(ag__))
        except:
            do_return_1 = False
            raise
        return fscope_1.ret(retval__1, do_return_1)
