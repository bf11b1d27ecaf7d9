def tf__loop_body_never_ends(n):
    with ag__.FunctionScope('loop_body_never_ends', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state_1():
            return ()

        def set_state_1(block_vars):
            pass

        def loop_body_1(itr_1):
            i = itr_1

            def get_state():
                return (i,)

            def set_state(vars_):
                nonlocal i
                i, = vars_

            def loop_body(itr):
                nonlocal i
                j = itr
                i = ag__.ld(i)
                i -= j
            j = ag__.Undefined('j')
            ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(i),), None, fscope), None, loop_body, get_state, set_state, ('i',), {'iterate_names': 'j'})
            raise ag__.converted_call(ag__.ld(ValueError), (ag__.ld(i),), None, fscope)
        i = ag__.Undefined('i')
        j = ag__.Undefined('j')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, loop_body_1, get_state_1, set_state_1, (), {'iterate_names': 'i'})
        try:
            do_return = True
            retval_ = ag__.ld(n)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
