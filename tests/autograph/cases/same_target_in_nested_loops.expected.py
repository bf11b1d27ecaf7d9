def tf__same_target_in_nested_loops(n):
    with ag__.FunctionScope('same_target_in_nested_loops', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state_1():
            return (i,)

        def set_state_1(vars_):
            nonlocal i
            i, = vars_

        def loop_body_1(itr_1):
            nonlocal i
            i = itr_1

            def get_state():
                return (i,)

            def set_state(vars_):
                nonlocal i
                i, = vars_

            def loop_body(itr):
                nonlocal i
                i = itr
                pass
            ag__.for_stmt(ag__.converted_call(ag__.ld(range), (2 * ag__.ld(n),), None, fscope), None, loop_body, get_state, set_state, ('i',), {'iterate_names': 'i'})
        i = ag__.Undefined('i')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, loop_body_1, get_state_1, set_state_1, ('i',), {'iterate_names': 'i'})
        try:
            do_return = True
            retval_ = ag__.ld(i)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
