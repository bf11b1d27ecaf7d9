def tf__annotated_assignment(c: int, d: 'str'=None) -> tuple:
    with ag__.FunctionScope('annotated_assignment', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        x: ag__.ld(int) = 1
        y: ag__.ld(float)

        def get_state():
            return (x,)

        def set_state(vars_):
            nonlocal x
            x, = vars_

        def if_body():
            nonlocal x
            x = 2

        def else_body():
            nonlocal x
            pass
        ag__.if_stmt(ag__.ld(c), if_body, else_body, get_state, set_state, ('x',), 1)
        try:
            do_return = True
            retval_ = (ag__.ld(x), ag__.ld(d))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
