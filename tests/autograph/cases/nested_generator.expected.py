def tf__nested_generator(n):
    with ag__.FunctionScope('nested_generator', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def numbers():
            for i in range(n):
                if i == 2:
                    continue
                yield i
        try:
            do_return = True
            retval_ = ag__.converted_call(ag__.ld(list), (ag__.converted_call(ag__.ld(numbers), (), None, fscope),), None, fscope)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
