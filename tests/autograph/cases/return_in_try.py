def return_in_try(text):
    try:
        return int(text)
    except ValueError:
        return None
    finally:
        text = ""


INPUTS = [("3",), ("x",)]
