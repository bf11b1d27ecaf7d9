def tf__walrus_in_while_test(n):
    with ag__.FunctionScope('walrus_in_while_test', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        total = 0

        def get_state():
            return (half, total, n)

        def set_state(vars_):
            nonlocal half, total, n
            half, total, n = vars_

        def loop_body():
            nonlocal half, total, n
            total = ag__.ld(total)
            total += half
            n = ag__.ld(half)

        def loop_test():
            nonlocal half, total, n
            return (half := (ag__.ld(n) // 2)) > 0
        half = ag__.Undefined('half')
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('half', 'total', 'n'), {})
        try:
            do_return = True
            retval_ = (ag__.ld(total), ag__.ld(half))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
