def tf__count(self, _Counter__limit):
    with ag__.FunctionScope('count', 'fscope', ag__.ConversionOptions(recursive=True, user_requested=True, optional_features=(), internal_convert_user_code=True)) as fscope:
        do_return = False
        retval_ = ag__.UndefinedReturnValue()

        def get_state():
            return (ag__.ldu(lambda: self._Counter__count, 'self._Counter__count'),)

        def set_state(vars_):
            self._Counter__count, = vars_

        def loop_body():
            ag__.ld(self)._Counter__count += 1

        def loop_test():
            return ag__.ld(self)._Counter__count < ag__.ld(_Counter__limit)
        ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('self._Counter__count',), {})
        try:
            do_return = True
            retval_ = ag__.ld(self)._Counter__count
        except:
            do_return = False
            raise
        return fscope.ret(retval_, do_return)
