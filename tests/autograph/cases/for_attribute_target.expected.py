def tf__for_attribute_target(n):
    with ag__.FunctionScope('for_attribute_target', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        box = ag__.converted_call(ag__.ld(Box), (), None, fscope)

        def get_state():
            return (ag__.ldu(lambda: box.value, 'box.value'),)

        def set_state(vars_):
            box.value, = vars_

        def loop_body(itr):
            ag__.ld(box).value = itr
            pass
        ag__.for_stmt(ag__.converted_call(ag__.ld(range), (ag__.ld(n),), None, fscope), None, loop_body, get_state, set_state, ('box.value',), {'iterate_names': 'box.value'})
        try:
            do_return = True
            retval_ = ag__.ld(box).value
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
