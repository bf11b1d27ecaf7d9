def tf__match_by_values_in_parts(pair):
    with ag__.FunctionScope('match_by_values_in_parts', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        subject = ag__.ld(pair)
        fits = False
        match subject:
            case [part, part_1]:
                fits = True
        fits_1 = False
        match subject:
            case [part_2, part_3]:
                fits_1 = True

        def get_state_3():
            return (r, part_4, part_5, part_6, part_7)

        def set_state_3(vars_):
            nonlocal r, part_4, part_5, part_6, part_7
            r, part_4, part_5, part_6, part_7 = vars_

        def if_body_3():
            nonlocal r, part_4, part_5, part_6, part_7
            r = 'small'

        def else_body_3():
            nonlocal r, part_4, part_5, part_6, part_7
            fits_2 = False
            match subject:
                case {'k': part_4, **part_5}:
                    fits_2 = True

            def get_state():
                return ()

            def set_state(block_vars):
                pass

            def if_body():
                rest = part_5

            def else_body():
                pass
            rest = ag__.Undefined('rest')
            ag__.if_stmt(ag__.and_(lambda: fits_2, lambda: ag__.is_(part_4, True)), if_body, else_body, get_state, set_state, (), 0)

            def get_state_2():
                return (r, part_6, part_7)

            def set_state_2(vars_):
                nonlocal r, part_6, part_7
                r, part_6, part_7 = vars_

            def if_body_2():
                nonlocal r, part_6, part_7
                rest = part_5
                r = ag__.ld(rest)

            def else_body_2():
                nonlocal r, part_6, part_7
                fits_3 = False
                match subject:
                    case [part_6, part_7]:
                        fits_3 = True

                def get_state_1():
                    return (r,)

                def set_state_1(vars_):
                    nonlocal r
                    r, = vars_

                def if_body_1():
                    nonlocal r
                    a = part_6
                    c = part_7
                    r = (ag__.ld(a), ag__.ld(c))

                def else_body_1():
                    nonlocal r
                    r = None
                a = ag__.Undefined('a')
                c = ag__.Undefined('c')
                r = ag__.Undefined('r')
                ag__.if_stmt(ag__.and_(lambda: fits_3, lambda: ag__.or_(lambda: part_7 == 5, lambda: part_7 == 6)), if_body_1, else_body_1, get_state_1, set_state_1, ('r',), 1)
            a = ag__.Undefined('a')
            c = ag__.Undefined('c')
            fits_3 = ag__.Undefined('fits_3')
            part_6 = ag__.Undefined('part_6')
            part_7 = ag__.Undefined('part_7')
            r = ag__.Undefined('r')
            ag__.if_stmt(ag__.and_(lambda: fits_2, lambda: ag__.and_(lambda: ag__.is_(part_4, True), lambda: ag__.converted_call(ag__.ld(len), (ag__.ld(part_5),), None, fscope) > 1)), if_body_2, else_body_2, get_state_2, set_state_2, ('r', 'part_6', 'part_7'), 1)
        a = ag__.Undefined('a')
        c = ag__.Undefined('c')
        fits_2 = ag__.Undefined('fits_2')
        fits_3 = ag__.Undefined('fits_3')
        part_4 = ag__.Undefined('part_4')
        part_5 = ag__.Undefined('part_5')
        part_6 = ag__.Undefined('part_6')
        part_7 = ag__.Undefined('part_7')
        r = ag__.Undefined('r')
        rest = ag__.Undefined('rest')
        ag__.if_stmt(ag__.or_(lambda: ag__.and_(lambda: fits, lambda: ag__.and_(lambda: part == 1, lambda: part_1 == 2)), lambda: ag__.and_(lambda: fits_1, lambda: ag__.and_(lambda: part_2 == 2, lambda: part_3 == 1))), if_body_3, else_body_3, get_state_3, set_state_3, ('r', 'part_4', 'part_5', 'part_6', 'part_7'), 1)
        try:
            do_return = True
            retval_ = ag__.ld(r)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
