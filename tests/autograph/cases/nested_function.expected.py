def tf__nested_function(x):
    """Doc of the outer one.

Two paragraphs.
"""
    with ag__.FunctionScope('nested_function', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        @ag__.autograph_artifact
        def inner(y, factor=ag__.ld(x), *rest, shift=ag__.ld(x) + 1, **named):
            """Doc of the inner one."""
            with ag__.FunctionScope('inner', 'fscope_1', ag__.STD) as fscope_1:
                do_return_1 = False
                retval__1 = ag__.UndefinedReturnValue()

                def get_state():
                    return (do_return_1, retval__1)

                def set_state(vars_):
                    nonlocal do_return_1, retval__1
                    do_return_1, retval__1 = vars_

                def if_body():
                    nonlocal do_return_1, retval__1
                    try:
                        do_return_1 = True
                        retval__1 = ag__.ld(y) * ag__.ld(factor)
                    except:
                        do_return_1 = False
                        raise

                def else_body():
                    nonlocal do_return_1, retval__1
                    try:
                        do_return_1 = True
                        retval__1 = ag__.ld(shift)
                    except:
                        do_return_1 = False
                        raise
                ag__.if_stmt(ag__.ld(y) > ag__.ld(x), if_body, else_body, get_state, set_state, ('do_return_1', 'retval__1'), 2)
                return fscope_1.ret(retval__1, do_return_1)
        try:
            do_return = True
            retval_ = ag__.converted_call(ag__.ld(inner), (3,), None, fscope) + ag__.converted_call(ag__.ld(inner), (5, 2), None, fscope)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
