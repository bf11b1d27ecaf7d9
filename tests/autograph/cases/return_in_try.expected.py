def tf__return_in_try(text):
    with ag__.FunctionScope('return_in_try', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        try:
            try:
                do_return = True
                retval_ = ag__.converted_call(ag__.ld(int), (ag__.ld(text),), None, fscope)
            except:
                do_return = False
                raise
        except ValueError:
            try:
                do_return = True
                retval_ = None
            except:
                do_return = False
                raise
        finally:
            text = ''
        return fscope.ret(retval_, do_return)
