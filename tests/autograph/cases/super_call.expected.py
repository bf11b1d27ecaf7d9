def tf__scale(self, x):
    with ag__.FunctionScope('scale', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state():
            return (do_return, retval_)

        def set_state(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.converted_call(ag__.converted_call(ag__.ld(super), (), None, fscope).scale, (ag__.ld(x),), None, fscope)
            except:
                do_return = False
                raise

        def else_body():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.converted_call(ag__.converted_call(ag__.ld(super), (ag__.ld(Derived), ag__.ld(self)), None, fscope).scale, (ag__.ld(x),), None, fscope) + 1
            except:
                do_return = False
                raise
        ag__.if_stmt(ag__.ld(x) > 1, if_body, else_body, get_state, set_state, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
