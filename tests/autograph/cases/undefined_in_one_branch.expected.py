def tf__undefined_in_one_branch(c, x):
    with ag__.FunctionScope('undefined_in_one_branch', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state():
            return (x,)

        def set_state(vars_):
            nonlocal x
            x, = vars_

        def if_body():
            nonlocal x
            temporary = ag__.ld(x) + 1
            x = ag__.ld(temporary)

        def else_body():
            nonlocal x
            pass
        temporary = ag__.Undefined('temporary')
        ag__.if_stmt(ag__.ld(c), if_body, else_body, get_state, set_state, ('x',), 1)
        try:
            do_return = True
            retval_ = ag__.ld(x)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
