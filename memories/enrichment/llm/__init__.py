"""What a language model may add to the rules: off unless an endpoint is set (docs/settings.md).

It proposes names, relations, states and times in the form in which an assistant saves them; what
the text does not bear out is dropped. Nothing rests on it.
"""
