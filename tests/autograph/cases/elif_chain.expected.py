def tf__elif_chain(x):
    with ag__.FunctionScope('elif_chain', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state_2():
            return (size,)

        def set_state_2(vars_):
            nonlocal size
            size, = vars_

        def if_body_2():
            nonlocal size
            size = 'negative'

        def else_body_2():
            nonlocal size

            def get_state_1():
                return (size,)

            def set_state_1(vars_):
                nonlocal size
                size, = vars_

            def if_body_1():
                nonlocal size
                size = 'zero'

            def else_body_1():
                nonlocal size

                def get_state():
                    return (size,)

                def set_state(vars_):
                    nonlocal size
                    size, = vars_

                def if_body():
                    nonlocal size
                    size = 'small'

                def else_body():
                    nonlocal size
                    size = 'large'
                size = ag__.Undefined('size')
                ag__.if_stmt(ag__.ld(x) < 10, if_body, else_body, get_state, set_state, ('size',), 1)
            size = ag__.Undefined('size')
            ag__.if_stmt(ag__.ld(x) == 0, if_body_1, else_body_1, get_state_1, set_state_1, ('size',), 1)
        size = ag__.Undefined('size')
        ag__.if_stmt(ag__.ld(x) < 0, if_body_2, else_body_2, get_state_2, set_state_2, ('size',), 1)
        try:
            do_return = True
            retval_ = ag__.ld(size)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
