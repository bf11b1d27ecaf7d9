def try_except(text):
    seen = []
    try:
        value = int(text)
        if value > 5:
            raise OverflowError(text)
    except ValueError as error:
        value = -1
        if text:
            seen.append(type(error).__name__)
    except OverflowError:
        value = 5
    else:
        seen.append("ok")
    finally:
        seen.append("done")
    return value, seen


INPUTS = [("3",), ("9",), ("x",), ("",)]
