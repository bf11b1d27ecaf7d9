def tf__new_attribute_in_branch(n):
    with ag__.FunctionScope('new_attribute_in_branch', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        box = ag__.converted_call(ag__.ld(types).SimpleNamespace, (), None, fscope)

        def get_state():
            return (ag__.ldu(lambda: box.value, 'box.value'),)

        def set_state(vars_):
            box.value, = vars_

        def if_body():
            ag__.ld(box).value = ag__.ld(n)

        def else_body():
            pass
        ag__.if_stmt(ag__.ld(n) > 0, if_body, else_body, get_state, set_state, ('box.value',), 1)
        try:
            do_return = True
            retval_ = ag__.converted_call(ag__.ld(vars), (ag__.ld(box),), None, fscope) == {'value': ag__.ld(n)}
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
