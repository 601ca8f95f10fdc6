"""The index of one space in memory: derived from compact rows, caught up by change numbers.

sqlite-vec and FTS5 are the stores of record and the exact path. Beside them each
process holds the spaces that it searches as columns: words, meanings, who said it
and when, and what stood next to it. A search reads the change number first, so
that it sees every committed write of every process.
"""
