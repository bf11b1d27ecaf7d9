def names_of_the_converter(ag__, fscope):
    do_return = ag__
    retval_ = 1
    get_state = 2
    for itr in range(fscope):
        break_ = itr
        if break_ > 2:
            vars_ = break_
            break
    else:
        vars_ = retval_
    return do_return, get_state, vars_, ag__


INPUTS = [(1, 2), (1, 5)]
