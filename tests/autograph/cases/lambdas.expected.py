def tf__lambdas(x):
    with ag__.FunctionScope('lambdas', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        f = ag__.autograph_artifact(lambda y, k=3: ag__.if_exp(ag__.ld(y) > 0, lambda: ag__.ld(y) * ag__.ld(k), lambda: -ag__.ld(y), 'y > 0'))
        g = ag__.autograph_artifact(lambda: ag__.ld(x))
        x = ag__.ld(x) + 1
        try:
            do_return = True
            retval_ = (ag__.converted_call(ag__.ld(f), (ag__.ld(x),), None, fscope), ag__.converted_call(ag__.ld(g), (), None, fscope), [ag__.converted_call(ag__.autograph_artifact(lambda z: ag__.ld(z) + ag__.ld(x)), (ag__.ld(i),), None, fscope) for i in ag__.converted_call(ag__.ld(range), (2,), None, fscope)])
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
