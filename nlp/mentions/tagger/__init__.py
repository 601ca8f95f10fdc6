"""Find names that the rules miss, with weights learned from labeled sentences.

The weights are a conditional random field for each language, about 4 MB together. What they
were trained on, and its licenses, stands in ``docs/NOTICE.md``.
"""
