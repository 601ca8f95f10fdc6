"""Shared forms of the detectors: what they yield, and how they look at the words around."""

import re
import unicodedata
from functools import lru_cache

# Start, end and confidence in 0…1.
Match = tuple[int, int, float]
# The words that name a number stand within so many characters before it.
NEAR = 24
# Characters that people type for a hyphen between digits.
DASH = re.compile(r"(?<=\d)[ー−‐–―](?=\d)")
# Words before a number that is not personal.
OTHER_NUMBERS = re.compile(
    r"(?:会社|法人|成績書?|注文|受注|伝票|追跡|管理|会員|製造|部品|商品|製品|機種|送り状|予約|整理|受付|登録|請求|契約|案件|製番"
    r"|問い?合わせ|図書|診察券?|学籍|社員|チケット|バージョン)\s?(?:番号|No\.?|コード)|型番|品番|シリアル|バーコード"
    r"|コミット|ハッシュ|送り状|伝票"
    r"|\b(?:order|tracking|serial|invoice|ticket|case|part|build|commit|id|ref|reference|sku|model|item|barcode"
    r"|isbn|confirmation|booking|meter|parcel|claim|batch|lot|sha\d*|hash|checksum|version|release)\b"
    r"[\s:#]*(?:no\.?|number)?",
    re.I | re.A,
)  # fmt: skip


def words_before(text: str, at: int, near: int = NEAR) -> str:
    """Return the characters before an offset, on the same line."""
    return text[max(0, at - near) : at].rsplit("\n", 1)[-1]


def last_end(pattern: re.Pattern[str], text: str) -> int:
    """Return where the last match of a pattern ends; -1 without one."""
    return max((match.end() for match in pattern.finditer(text)), default=-1)


def digits(text: str) -> str:
    """Return the digits of a text alone."""
    return re.sub(r"\D", "", text)


@lru_cache(maxsize=2)
def half_width(text: str) -> str:
    """Return full-width digits and signs in half width; every character keeps its offset."""
    if text.isascii():
        return text
    half = "".join(
        folded if len(folded := unicodedata.normalize("NFKC", char)) == 1 else char for char in text
    )
    return DASH.sub("-", half)
