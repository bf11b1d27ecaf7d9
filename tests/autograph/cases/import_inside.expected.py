def tf__import_inside(x):
    with ag__.FunctionScope('import_inside', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        import math as m
        from os import path

        def get_state():
            return ()

        def set_state(block_vars):
            pass

        def if_body():
            import math

        def else_body():
            pass
        math = ag__.Undefined('math')
        ag__.if_stmt(ag__.ld(x), if_body, else_body, get_state, set_state, (), 0)
        try:
            do_return = True
            retval_ = (ag__.converted_call(ag__.ld(m).sqrt, (ag__.ld(x),), None, fscope), ag__.ld(path).sep)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
