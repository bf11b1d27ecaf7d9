def tf__class_inside(x):
    with ag__.FunctionScope('class_inside', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        class Local:
            size = ag__.ld(x)

            @ag__.autograph_artifact
            def get(self):
                with ag__.FunctionScope('get', 'fscope_1', ag__.STD) as fscope_1:
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
                            retval__1 = ag__.ld(x)
                        except:
                            do_return_1 = False
                            raise

                    def else_body():
                        nonlocal do_return_1, retval__1
                        try:
                            do_return_1 = True
                            retval__1 = -ag__.ld(x)
                        except:
                            do_return_1 = False
                            raise
                    ag__.if_stmt(ag__.ld(self).size > 1, if_body, else_body, get_state, set_state, ('do_return_1', 'retval__1'), 2)
                    return fscope_1.ret(retval__1, do_return_1)
        try:
            do_return = True
            retval_ = ag__.converted_call(ag__.converted_call(ag__.ld(Local), (), None, fscope).get, (), None, fscope)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
