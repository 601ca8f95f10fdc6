"""Judge words and digits that may open something, by what stands around them.

Few people write “my password is …”. They write that the tablet wants 771204 after a restart, or that
the cabin's network takes snoogrise77. No list of wordings holds them all; a linear model weighs the
form of a word and the kinds of words around it.
"""

from .finding import learned_credentials

__all__ = ["learned_credentials"]
