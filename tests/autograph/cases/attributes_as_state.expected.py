def tf__attributes_as_state(n):
    with ag__.FunctionScope('attributes_as_state', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()
        box = ag__.converted_call(ag__.ld(types).SimpleNamespace, (), dict(value=0, steps=0), fscope)

        def get_state_1():
            return (ag__.ldu(lambda: box.steps, 'box.steps'), ag__.ldu(lambda: box.value, 'box.value'))

        def set_state_1(vars_):
            box.steps, box.value = vars_

        def loop_body():
            ag__.ld(box).value += 2

            def get_state():
                return (ag__.ldu(lambda: box.steps, 'box.steps'),)

            def set_state(vars_):
                box.steps, = vars_

            def if_body():
                ag__.ld(box).steps = ag__.ld(box).steps + 1

            def else_body():
                pass
            ag__.if_stmt(ag__.ld(box).value % 4 == 0, if_body, else_body, get_state, set_state, ('box.steps',), 1)

        def loop_test():
            return ag__.ld(box).value < ag__.ld(n)
        ag__.while_stmt(loop_test, loop_body, get_state_1, set_state_1, ('box.steps', 'box.value'), {})
        try:
            do_return = True
            retval_ = (ag__.ld(box).value, ag__.ld(box).steps)
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
