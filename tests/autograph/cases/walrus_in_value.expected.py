def tf__walrus_in_value(a, b):
    with ag__.FunctionScope('walrus_in_value', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state():
            return (value, y)

        def set_state(vars_):
            nonlocal value, y
            value, y = vars_

        def if_body():
            nonlocal value, y
            value = (y := (ag__.ld(a) + 1)) * ag__.ld(y)

        def else_body():
            nonlocal value, y
            value = (y := ag__.ld(b))
        value = ag__.Undefined('value')
        y = ag__.Undefined('y')
        ag__.if_stmt(ag__.ld(a) > ag__.ld(b), if_body, else_body, get_state, set_state, ('value', 'y'), 2)
        x = ag__.ld(value)
        value_1 = ag__.ld(a)

        def get_state_1():
            return (value_1,)

        def set_state_1(vars_):
            nonlocal value_1
            value_1, = vars_

        def if_body_1():
            nonlocal value_1
            value_1 = (z := ag__.ld(b))

        def else_body_1():
            nonlocal value_1
            pass
        z = ag__.Undefined('z')
        ag__.if_stmt(ag__.ld(value_1), if_body_1, else_body_1, get_state_1, set_state_1, ('value_1',), 1)
        found = ag__.ld(value_1)
        value_2 = ag__.ld(a) > 1

        def get_state_3():
            return (value_2,)

        def set_state_3(vars_):
            nonlocal value_2
            value_2, = vars_

        def if_body_3():
            nonlocal value_2
            value_2 = (w := ag__.ld(b))

            def get_state_2():
                return (value_2,)

            def set_state_2(vars_):
                nonlocal value_2
                value_2, = vars_

            def if_body_2():
                nonlocal value_2
                value_2 = (w := 7)

            def else_body_2():
                nonlocal value_2
                pass
            ag__.if_stmt(ag__.not_(ag__.ld(value_2)), if_body_2, else_body_2, get_state_2, set_state_2, ('value_2',), 1)

        def else_body_3():
            nonlocal value_2
            pass
        w = ag__.Undefined('w')
        ag__.if_stmt(ag__.not_(ag__.ld(value_2)), if_body_3, else_body_3, get_state_3, set_state_3, ('value_2',), 1)
        other: ag__.ld(int) = ag__.ld(value_2)

        def get_state_4():
            return (value_3, y)

        def set_state_4(vars_):
            nonlocal value_3, y
            value_3, y = vars_

        def if_body_4():
            nonlocal value_3, y
            value_3 = (y := (ag__.ld(y) + 1))

        def else_body_4():
            nonlocal value_3, y
            value_3 = (y := (ag__.ld(y) - 1))
        value_3 = ag__.Undefined('value_3')
        ag__.if_stmt(ag__.ld(found), if_body_4, else_body_4, get_state_4, set_state_4, ('value_3', 'y'), 2)
        ag__.ld(value_3)

        def get_state_6():
            return (do_return, retval_, v)

        def set_state_6(vars_):
            nonlocal do_return, retval_, v
            do_return, retval_, v = vars_

        def if_body_6():
            nonlocal do_return, retval_, v

            def get_state_5():
                return (value_4, v)

            def set_state_5(vars_):
                nonlocal value_4, v
                value_4, v = vars_

            def if_body_5():
                nonlocal value_4, v
                value_4 = (v := ag__.ld(x)) + ag__.ld(v)

            def else_body_5():
                nonlocal value_4, v
                value_4 = ag__.ld(u)
            u = ag__.Undefined('u')
            v = ag__.Undefined('v')
            value_4 = ag__.Undefined('value_4')
            ag__.if_stmt((u := ag__.ld(y)) > 3, if_body_5, else_body_5, get_state_5, set_state_5, ('value_4', 'v'), 1)
            try:
                do_return = True
                retval_ = ag__.ld(value_4)
            except:
                do_return = False
                raise

        def else_body_6():
            nonlocal do_return, retval_, v
            try:
                do_return = True
                retval_ = (ag__.ld(x), ag__.ld(y), ag__.ld(found), ag__.ld(other))
            except:
                do_return = False
                raise
        u = ag__.Undefined('u')
        v = ag__.Undefined('v')
        value_4 = ag__.Undefined('value_4')
        ag__.if_stmt(ag__.ld(b) > 5, if_body_6, else_body_6, get_state_6, set_state_6, ('do_return', 'retval_', 'v'), 2)
        return fscope.ret(retval_, do_return)
