"""Names that differ by one letter: a slip of the pen, unless that letter tells things apart."""

from rapidfuzz.distance import Levenshtein

# One of these more or less, or another one, names something else: 東口 and 西口, 新館 and 旧館.
_TELLING = frozenset(
    "0123456789一二三四五六七八九十東西南北上下前後左右内外新旧大小中男女父母兄弟姉妹主副正甲乙丙丁本分支高低長短春夏秋冬朝昼夜都府県市区町村月火水木金土日"
)


def differ_by_one(first: str, second: str) -> bool:
    """Whether one letter is changed, left out or added, and it is none that tells things apart."""
    if Levenshtein.distance(first, second, score_cutoff=1) != 1:
        return False
    [step] = [part for part in Levenshtein.opcodes(first, second) if part.tag != "equal"]
    changed = first[step.src_start : step.src_end] + second[step.dest_start : step.dest_end]
    return not _TELLING.intersection(changed)
