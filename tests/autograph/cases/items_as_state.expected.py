def tf__items_as_state(d, k, n):
    with ag__.FunctionScope('items_as_state', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state_1():
            return (ag__.ldu(lambda: d['n'], "d['n']"), ag__.ldu(lambda: d[k], 'd[k]'))

        def set_state_1(vars_):
            d['n'], d[k] = vars_

        def loop_body():
            ag__.ld(d)['n'] = ag__.ld(d)['n'] + 1

            def get_state():
                return (ag__.ldu(lambda: d[k], 'd[k]'),)

            def set_state(vars_):
                d[k], = vars_

            def if_body():
                ag__.ld(d)[ag__.ld(k)] = ag__.ld(n)
                ag__.ld(d)[ag__.ld(k) + 1] = 0

            def else_body():
                pass
            ag__.if_stmt(ag__.ld(n) > 3, if_body, else_body, get_state, set_state, ('d[k]',), 1)

        def loop_test():
            return ag__.ld(d)['n'] < ag__.ld(n)
        ag__.while_stmt(loop_test, loop_body, get_state_1, set_state_1, ("d['n']", 'd[k]'), {})
        try:
            do_return = True
            retval_ = ag__.ld(d)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
