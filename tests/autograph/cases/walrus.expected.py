def tf__walrus(xs):
    with ag__.FunctionScope('walrus', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        i = 0

        def get_state():
            return (i, x)

        def set_state(vars_):
            nonlocal i, x
            i, x = vars_

        def loop_body():
            nonlocal i, x
            i = ag__.ld(i) + 1

        def loop_test():
            nonlocal i, x
            return (x := ag__.ld(xs)[ag__.ld(i)]) > 0 and ag__.ld(i) < 9
        x = ag__.Undefined('x')
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('i', 'x'), {})

        def get_state_1():
            return (i, y)

        def set_state_1(vars_):
            nonlocal i, y
            i, y = vars_

        def if_body():
            nonlocal i, y
            i = ag__.ld(y)

        def else_body():
            nonlocal i, y
            pass
        y = ag__.Undefined('y')
        ag__.if_stmt((y := (ag__.ld(x) + ag__.ld(i))) < 2, if_body, else_body, get_state_1, set_state_1, ('i', 'y'), 2)
        try:
            do_return = True
            retval_ = (ag__.ld(i), ag__.ld(x), ag__.ld(y))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
