def tf__keyword_only_arguments(x, /, y=None, *, scale=None, bias=None):
    with ag__.FunctionScope('keyword_only_arguments', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
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
                retval_ = ag__.ld(x) * ag__.ld(scale) + ag__.ld(y)
            except:
                do_return = False
                raise

        def else_body():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(x) * ag__.ld(scale) + ag__.ld(y) + ag__.ld(bias)
            except:
                do_return = False
                raise
        ag__.if_stmt(ag__.ld(bias) is None, if_body, else_body, get_state, set_state, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
