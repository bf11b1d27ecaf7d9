def tf__annotation_without_value(x):
    with ag__.FunctionScope('annotation_without_value', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        y: ag__.ld(int)
        with ag__.ld(open)('/dev/null') as _:

            def get_state():
                return (y, z)

            def set_state(vars_):
                nonlocal y, z
                y, z = vars_

            def if_body():
                nonlocal y, z
                try:
                    z = 1.0
                finally:
                    y = 2

            def else_body():
                nonlocal y, z
                y = 3
                z = 2.0
            y = ag__.Undefined('y')
            z = ag__.Undefined('z')
            ag__.if_stmt(ag__.ld(x) > 0, if_body, else_body, get_state, set_state, ('y', 'z'), 2)
        try:
            do_return = True
            retval_ = (ag__.ld(y), ag__.ld(z))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
