"""Names in Japanese text that their surroundings give away, without any dictionary."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import of_match
from nlp.types import DOCUMENT, LOCATION, ORGANIZATION, PROJECT, TASK, Found

from .evidence import COMPANY_FORM, DEPARTMENT

NAME = r"(?:[ァ-ヶー・]{2,24}|[A-Z][A-Za-z0-9&.-]{0,30}(?: [A-Z][A-Za-z0-9&.-]{0,30}){0,3}|[一-龥々]{1,10})"
ANY_FORM = re.compile(COMPANY_FORM)
INCORPORATED = (
    re.compile(rf"(?:{COMPANY_FORM}) ?(?:[一-龥々ァ-ヶーA-Za-z0-9&＆・.-]|(?<=[A-Za-z]) (?=[A-Z]))+"),
    re.compile(rf"{NAME}[一-龥々ァ-ヶー]{{0,10}} ?(?:{COMPANY_FORM})(?![一-龥々ァ-ヶー])"),
    # In hiragana a name ends where a particle stands before another word.
    re.compile(rf"(?:{COMPANY_FORM}) ?[ぁ-ん]{{2,10}}?(?=(?:から|[でにはがをへものと])[^ぁ-ん]|さん|様)"),
)  # fmt: skip
COMPANIES = (
    re.compile(r"(?:(?<![ァ-ヶー])[ァ-ヶー]{2,24}|(?<![A-Za-z])[A-Z][A-Za-z0-9&.-]{1,30})社(?![一-龥])"),
    re.compile(
        r"(?<![A-Za-z])F\.?C\.?[ァ-ヶー]{2,}|(?<![ァ-ヶー一-龥])[ァ-ヶー一-龥]{2,12}(?:FC"
        r"|SC)(?![A-Za-z])"
    ),
)  # fmt: skip
PROJECTS = (
    re.compile(r"(?:プロジェクト|案件|PJ)[「『](?P<name>[^」』\n]{1,30})[」』]"),
    re.compile(r"[「『](?P<name>[^」』\n]{1,30})[」』](?:プロジェクト|案件|PJ)"),
    re.compile(r"(?P<name>プロジェクト[・ ]?(?:[ァ-ヶー]{2,}|[A-Z][A-Za-z0-9-]*))"),
    re.compile(
        r"(?P<name>(?:[ァ-ヶー・]{2,40}|[A-Z][A-Za-z0-9-]*)(?:[一-龥]{0,6})(?:プロジェクト"
        r"|PJ))(?!マネ|リーダ)"
    ),
    re.compile(r"(?P<name>[一-龥]{2,8}プロジェクト)(?!マネ|リーダ)"),
)  # fmt: skip
DOCUMENTS = (
    re.compile(r"『(?P<name>[^』\n]{1,40})』"),
    re.compile(r"(?:資料|文書|書類|ドキュメント|本|書籍|論文|記事)[「](?P<name>[^」\n]{1,40})[」]"),
    re.compile(
        r"[「](?P<name>[^」\n]{1,40})[」](?:という|と題した)?(?:資料|文書|書類|ドキュメント|書籍"
        r"|論文|仕様書|設計書)"
    ),
)  # fmt: skip
TASKS = (
    re.compile(r"(?:タスク|課題|チケット)「(?P<name>[^」\n]{1,60})」"),
    re.compile(r"「(?P<name>[^」\n]{1,60})」(?:の|という)?(?:タスク|課題|チケット)"),
    re.compile(r"^\s*(?:TODO|ToDo|やること|タスク)[:：]\s*(?P<name>[^。\n]{2,60})"),
    re.compile(r"^\s*[-*]?\s*\[ \]\s*(?P<name>[^。\n]{2,60})"),
)  # fmt: skip
STATION = re.compile(r"(?P<name>(?:[一-龥々]{1,6}|[ァ-ヶー]{2,10})駅)(?![一-龥])")
HAN_PLACE = re.compile(
    r"(?:(?:北海道|(?:東京)都|(?:大阪|京都)府|[一-龥]{2,3}県)(?:[一-龥ァ-ヶ]{1,6}?[市区町村郡])*)"
)


def surroundings(text: str) -> Iterator[Found]:
    """Yield what a pattern around it gives away."""
    # Looking back from a company's form costs much, and most sentences have none.
    for pattern in (INCORPORATED if ANY_FORM.search(text) else ()) + COMPANIES:
        for match in pattern.finditer(text):
            yield of_match(match, ORGANIZATION, 0.9, "suffix")
    for match in DEPARTMENT.finditer(text):
        yield of_match(match, ORGANIZATION, 0.6, "suffix")
    for patterns, type_name, sure in (
        (PROJECTS, PROJECT, 0.88),
        (TASKS, TASK, 0.7),
        (DOCUMENTS, DOCUMENT, 0.6),
    ):
        for pattern in patterns:
            for match in pattern.finditer(text):
                yield of_match(match, type_name, sure, "pattern", "name")


def without_dictionary(text: str) -> Iterator[Found]:
    """Yield places that their last letter tells; for when no dictionary is there."""
    for match in STATION.finditer(text):
        yield of_match(match, LOCATION, 0.7, "suffix", "name")
    for match in HAN_PLACE.finditer(text):
        yield of_match(match, LOCATION, 0.7, "suffix")
