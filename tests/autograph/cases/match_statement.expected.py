def tf__match_statement(p):
    with ag__.FunctionScope('match_statement', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        match ag__.ld(p):
            case [a, b] if ag__.ld(a) > ag__.ld(b):
                r = ag__.ld(a)
            case [a, b]:

                def get_state():
                    return (r,)

                def set_state(vars_):
                    nonlocal r
                    r, = vars_

                def if_body():
                    nonlocal r
                    r = 0

                def else_body():
                    nonlocal r
                    r = ag__.ld(b)
                ag__.if_stmt(ag__.ld(a) == ag__.ld(b), if_body, else_body, get_state, set_state, ('r',), 1)
            case {'k': v, **rest}:
                r = (ag__.ld(v), ag__.ld(rest))
            case [first, *others]:
                r = (ag__.ld(first), ag__.ld(others))
            case _:
                try:
                    do_return = True
                    retval_ = None
                except:
                    do_return = False
                    raise

        def get_state_1():
            return (do_return, retval_)

        def set_state_1(vars_):
            nonlocal do_return, retval_
            do_return, retval_ = vars_

        def if_body_1():
            nonlocal do_return, retval_
            try:
                do_return = True
                retval_ = ag__.ld(r)
            except:
                do_return = False
                raise

        def else_body_1():
            nonlocal do_return, retval_
            pass
        ag__.if_stmt(ag__.not_(do_return), if_body_1, else_body_1, get_state_1, set_state_1, ('do_return', 'retval_'), 2)
        return fscope.ret(retval_, do_return)
