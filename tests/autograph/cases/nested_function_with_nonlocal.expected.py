def tf__nested_function_with_nonlocal(n):
    with ag__.FunctionScope('nested_function_with_nonlocal', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        count = 0

        @ag__.autograph_artifact
        def bump():
            with ag__.FunctionScope('bump', 'fscope_1', ag__.STD) as fscope_1:
                nonlocal count

                def get_state():
                    return (count,)

                def set_state(vars_):
                    nonlocal count
                    count, = vars_

                def if_body():
                    nonlocal count
                    count = ag__.ld(count) + 1

                def else_body():
                    nonlocal count
                    pass
                ag__.if_stmt(ag__.ld(n) > 1, if_body, else_body, get_state, set_state, ('count',), 1)

        def get_state_1():
            return ()

        def set_state_1(block_vars):
            pass

        def loop_body(itr):
            _ = itr
            ag__.converted_call(ag__.ld(bump), (), None, fscope)
        _ = ag__.Undefined('_')
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, loop_body, get_state_1, set_state_1, (), {'iterate_names': '_'})
        try:
            do_return = True
            retval_ = ag__.ld(count)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
