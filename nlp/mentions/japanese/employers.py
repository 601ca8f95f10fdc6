"""Companies that no list knows, by what is said of companies only: ミナトに入社した, 東雲システムズ."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import of_match
from nlp.mentions.words import words
from nlp.types import ORGANIZATION, Found

# Kinds of employers, which no more name one than "a shop" does.
KINDS = "".join(f"(?<!{kind})" for kind in sorted(words("ja_employer_kinds")))
# 以前 and 現在 stand before a name without being a part of it; one sign alone may be one.
BEFORE = "|".join(sorted((word for word in words("ja_leading") if len(word) > 1), reverse=True))
START = rf"(?<![一-龥々ァ-ヶーA-Za-z・])(?:{BEFORE})?"
SAID_OF_COMPANIES = re.compile(
    rf"{START}(?P<name>[一-龥々]{{0,4}}[ァ-ヶー]{{3,24}}){KINDS}"
    r"(?:の(?:正?社員|従業員|代表取締役|取締役|株主|本社|支社|子会社)"
    r"|(?:に|へ)(?:勤め|勤務|入社|就職|転職)|を(?:退職|退社))"
)
# In English such a plural is a word; in Japanese only companies have it in their names.
COMPANY_ENDS = re.compile(
    rf"{START}(?P<name>[一-龥々ァ-ヶーA-Za-z]{{2,16}}(?:システムズ|ソリューションズ|テクノロジーズ|フーズ"
    r"|インダストリーズ|ロジスティクス|モーターズ|エレクトロニクス|ラボラトリーズ))(?![ァ-ヶー])"
)


def employers(text: str) -> Iterator[Found]:
    """Yield companies that their last word or what is said of them gives away."""
    for match in COMPANY_ENDS.finditer(text):
        yield of_match(match, ORGANIZATION, 0.8, "suffix", "name")
    for match in SAID_OF_COMPANIES.finditer(text):
        yield of_match(match, ORGANIZATION, 0.65, "context", "name")
