def tf__delete(d, c):
    with ag__.FunctionScope('delete', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        y = 1

        def get_state():
            return (y,)

        def set_state(vars_):
            nonlocal y
            y, = vars_

        def if_body():
            nonlocal y
            y = ag__.Undefined('y')
            y = 2

        def else_body():
            nonlocal y
            pass
        ag__.if_stmt(ag__.ld(c), if_body, else_body, get_state, set_state, ('y',), 1)
        del ag__.ld(d)['k']
        x = z = ag__.ld(y)
        x = ag__.Undefined('x')
        z = ag__.Undefined('z')
        try:
            do_return = True
            retval_ = (ag__.ld(y), ag__.ld(d))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
