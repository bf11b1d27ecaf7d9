def tf__try_except(text):
    with ag__.FunctionScope('try_except', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        seen = []
        try:
            value = ag__.converted_call(ag__.ld(int), (ag__.ld(text),), None, fscope)

            def get_state():
                return ()

            def set_state(block_vars):
                pass

            def if_body():
                raise ag__.converted_call(ag__.ld(OverflowError), (ag__.ld(text),), None, fscope)

            def else_body():
                pass
            ag__.if_stmt(ag__.ld(value) > 5, if_body, else_body, get_state, set_state, (), 0)
        except ValueError as error:
            value = -1

            def get_state_1():
                return ()

            def set_state_1(block_vars):
                pass

            def if_body_1():
                ag__.converted_call(ag__.ld(seen).append, (ag__.converted_call(ag__.ld(type), (ag__.ld(error),), None, fscope).__name__,), None, fscope)

            def else_body_1():
                pass
            ag__.if_stmt(ag__.ld(text), if_body_1, else_body_1, get_state_1, set_state_1, (), 0)
        except OverflowError:
            value = 5
        else:
            ag__.converted_call(ag__.ld(seen).append, ('ok',), None, fscope)
        finally:
            ag__.converted_call(ag__.ld(seen).append, ('done',), None, fscope)
        try:
            do_return = True
            retval_ = (ag__.ld(value), ag__.ld(seen))
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
