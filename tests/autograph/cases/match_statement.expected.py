def tf__match_statement(p):
    with ag__.FunctionScope('match_statement', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        subject = ag__.ld(p)
        fits = False
        match subject:
            case [part, part_1]:
                fits = True

        def get_state():
            return ()

        def set_state(block_vars):
            pass

        def if_body():
            a = part
            b = part_1

        def else_body():
            pass
        a = ag__.Undefined('a')
        b = ag__.Undefined('b')
        ag__.if_stmt(fits, if_body, else_body, get_state, set_state, (), 0)

        def get_state_5():
            return (do_return, r, retval_, part_2, part_3, part_4, part_5, part_6, part_7)

        def set_state_5(vars_):
            nonlocal do_return, r, retval_, part_2, part_3, part_4, part_5, part_6, part_7
            do_return, r, retval_, part_2, part_3, part_4, part_5, part_6, part_7 = vars_

        def if_body_5():
            nonlocal do_return, r, retval_, part_2, part_3, part_4, part_5, part_6, part_7
            a = part
            b = part_1
            r = ag__.ld(a)

        def else_body_5():
            nonlocal do_return, r, retval_, part_2, part_3, part_4, part_5, part_6, part_7
            fits_1 = False
            match subject:
                case [part_2, part_3]:
                    fits_1 = True

            def get_state_4():
                return (do_return, r, retval_, part_4, part_5, part_6, part_7)

            def set_state_4(vars_):
                nonlocal do_return, r, retval_, part_4, part_5, part_6, part_7
                do_return, r, retval_, part_4, part_5, part_6, part_7 = vars_

            def if_body_4():
                nonlocal do_return, r, retval_, part_4, part_5, part_6, part_7
                a = part_2
                b = part_3

                def get_state_1():
                    return (r,)

                def set_state_1(vars_):
                    nonlocal r
                    r, = vars_

                def if_body_1():
                    nonlocal r
                    r = 0

                def else_body_1():
                    nonlocal r
                    r = ag__.ld(b)
                r = ag__.Undefined('r')
                ag__.if_stmt(ag__.ld(a) == ag__.ld(b), if_body_1, else_body_1, get_state_1, set_state_1, ('r',), 1)

            def else_body_4():
                nonlocal do_return, r, retval_, part_4, part_5, part_6, part_7
                fits_2 = False
                match subject:
                    case {'k': part_4, **part_5}:
                        fits_2 = True

                def get_state_3():
                    return (do_return, r, retval_, part_6, part_7)

                def set_state_3(vars_):
                    nonlocal do_return, r, retval_, part_6, part_7
                    do_return, r, retval_, part_6, part_7 = vars_

                def if_body_3():
                    nonlocal do_return, r, retval_, part_6, part_7
                    v = part_4
                    rest = part_5
                    r = (ag__.ld(v), ag__.ld(rest))

                def else_body_3():
                    nonlocal do_return, r, retval_, part_6, part_7
                    fits_3 = False
                    match subject:
                        case [part_6, *part_7]:
                            fits_3 = True

                    def get_state_2():
                        return (do_return, r, retval_)

                    def set_state_2(vars_):
                        nonlocal do_return, r, retval_
                        do_return, r, retval_ = vars_

                    def if_body_2():
                        nonlocal do_return, r, retval_
                        first = part_6
                        others = part_7
                        r = (ag__.ld(first), ag__.ld(others))

                    def else_body_2():
                        nonlocal do_return, r, retval_
                        try:
                            do_return = True
                            retval_ = None
                        except:
                            do_return = False
                            raise
                    first = ag__.Undefined('first')
                    others = ag__.Undefined('others')
                    r = ag__.Undefined('r')
                    ag__.if_stmt(fits_3, if_body_2, else_body_2, get_state_2, set_state_2, ('do_return', 'r', 'retval_'), 3)
                first = ag__.Undefined('first')
                fits_3 = ag__.Undefined('fits_3')
                others = ag__.Undefined('others')
                part_6 = ag__.Undefined('part_6')
                part_7 = ag__.Undefined('part_7')
                r = ag__.Undefined('r')
                rest = ag__.Undefined('rest')
                v = ag__.Undefined('v')
                ag__.if_stmt(fits_2, if_body_3, else_body_3, get_state_3, set_state_3, ('do_return', 'r', 'retval_', 'part_6', 'part_7'), 3)
            first = ag__.Undefined('first')
            fits_2 = ag__.Undefined('fits_2')
            fits_3 = ag__.Undefined('fits_3')
            others = ag__.Undefined('others')
            part_4 = ag__.Undefined('part_4')
            part_5 = ag__.Undefined('part_5')
            part_6 = ag__.Undefined('part_6')
            part_7 = ag__.Undefined('part_7')
            r = ag__.Undefined('r')
            rest = ag__.Undefined('rest')
            v = ag__.Undefined('v')
            ag__.if_stmt(fits_1, if_body_4, else_body_4, get_state_4, set_state_4, ('do_return', 'r', 'retval_', 'part_4', 'part_5', 'part_6', 'part_7'), 3)
        first = ag__.Undefined('first')
        fits_1 = ag__.Undefined('fits_1')
        fits_2 = ag__.Undefined('fits_2')
        fits_3 = ag__.Undefined('fits_3')
        others = ag__.Undefined('others')
        part_2 = ag__.Undefined('part_2')
        part_3 = ag__.Undefined('part_3')
        part_4 = ag__.Undefined('part_4')
        part_5 = ag__.Undefined('part_5')
        part_6 = ag__.Undefined('part_6')
        part_7 = ag__.Undefined('part_7')
        r = ag__.Undefined('r')
        rest = ag__.Undefined('rest')
        v = ag__.Undefined('v')
        ag__.if_stmt(ag__.and_(lambda: fits, lambda: ag__.ld(part) > ag__.ld(part_1)), if_body_5, else_body_5, get_state_5, set_state_5, ('do_return', 'r', 'retval_', 'part_2', 'part_3', 'part_4', 'part_5', 'part_6', 'part_7'), 3)

        def get_state_6():
            return (do_return, retval_)

        def set_state_6(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_6():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(r)
            except:
                do_return = False
                raise

        def else_body_6():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_6, else_body_6, get_state_6, set_state_6, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
