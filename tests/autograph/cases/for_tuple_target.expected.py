def tf__for_tuple_target(pairs):
    with ag__.FunctionScope('for_tuple_target', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        total = 0

        def get_state():
            return (total,)

        def set_state(vars_):
            nonlocal total
            total, = vars_

        def loop_body(itr):
            nonlocal total
            i, (a, *rest) = itr
            total = ag__.ld(total)
            total += i * a + ag__.converted_call(len, (rest,), None, fscope)
        a = ag__.Undefined('a')
        i = ag__.Undefined('i')
        rest = ag__.Undefined('rest')
        ag__.for_stmt(ag__.ld(pairs), None, loop_body, get_state, set_state, ('total',), {'iterate_names': '(i, (a, *rest))'})
        try:
            do_return = True
            retval_ = ag__.ld(total)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
