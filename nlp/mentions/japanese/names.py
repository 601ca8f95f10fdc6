"""Find the names in a Japanese sentence, by patterns and by its morphemes."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_of
from nlp.mentions.words import words
from nlp.morphology import morphemes
from nlp.readers import DOCUMENT, LOCATION, ORGANIZATION, PROJECT, TASK, Found

from .compounds import compounds, documents
from .families import families
from .given import given
from .layout import beside, by_layout
from .nicknames import nicknames
from .people import in_a_row, named_after_places, people
from .pets import pets
from .places import places
from .shops import shops

COMPANY_FORM = (
    "株式会社|有限会社|合同会社|合資会社|一般社団法人"
    "|公益社団法人|一般財団法人|公益財団法人|社団法人|財団法人"
    "|社会福祉法人|医療法人|学校法人|独立行政法人|国立大学法人|特定非営利活動法人|NPO法人|（株）|\\(株\\)|㈱"
)
ORDINAL = r"(?:第[一二三四五六七八九十0-9]+)?"
STEMS = "|".join(sorted(words("ja_departments"), key=lambda stem: (-len(stem), stem)))
DEPARTMENT = re.compile(
    rf"(?:[ァ-ヶーA-Za-z]{{2,12}})?{ORDINAL}(?:{STEMS}){ORDINAL}(?:本部|部|課)(?![門員長数分品屋])"
)

NAME = r"(?:[ァ-ヶー・]{2,24}|[A-Z][A-Za-z0-9&.-]{0,30}(?: [A-Z][A-Za-z0-9&.-]{0,30}){0,3}|[一-龥々]{1,10})"
ANY_FORM = re.compile(COMPANY_FORM)
INCORPORATED = (
    re.compile(rf"(?:{COMPANY_FORM}) ?(?:[一-龥々ァ-ヶーA-Za-z0-9&＆・.-]|(?<=[A-Za-z]) (?=[A-Z]))+"),
    re.compile(rf"{NAME}[一-龥々ァ-ヶー]{{0,10}} ?(?:{COMPANY_FORM})(?![一-龥々ァ-ヶー])"),
    re.compile(rf"(?:{COMPANY_FORM}) ?[ぁ-ん]{{2,8}}[一-龥々ァ-ヶー]{{2,6}}"),
    # A name in hiragana ends at a particle before another word.
    re.compile(rf"(?:{COMPANY_FORM}) ?[ぁ-ん]{{2,10}}?(?=(?:から|[でにはがをへものと])[^ぁ-ん]|さん|様)"),
)  # fmt: skip
COMPANIES = (
    re.compile(r"(?:(?<![ァ-ヶー])[ァ-ヶー]{2,24}|(?<![A-Za-z])[A-Z][A-Za-z0-9&.-]{1,30})社(?![一-龥])"),
    re.compile(
        r"(?<![A-Za-z])F\.?C\.?[ァ-ヶー]{2,}|(?<![ァ-ヶー一-龥])[ァ-ヶー一-龥]{2,12}(?:FC"
        r"|SC)(?![A-Za-z])"
    ),
)  # fmt: skip
MADE = (
    "社内ツール|社内システム|自社アプリ|自作アプリ|アプリ|新サービス|新機能|企画|計画|案件|プロジェクト"
    "|ボット"
)
PROJECTS = (
    re.compile(r"(?:プロジェクト|案件|PJ)[「『](?P<name>[^」』\n]{1,30})[」』]"),
    re.compile(r"[「『](?P<name>[^」』\n]{1,30})[」』](?:プロジェクト|案件|PJ)"),
    re.compile(r"(?P<name>プロジェクト[・ ]?(?:[ァ-ヶー]{2,}|[A-Z][A-Za-z0-9-]*))"),
    re.compile(
        r"(?P<name>(?:[ァ-ヶー・]{2,40}|[A-Z][A-Za-z0-9-]{0,60})(?:[一-龥]{0,6})(?:プロジェクト"
        r"|PJ))(?!マネ|リーダ)"
    ),
    re.compile(r"(?P<name>[一-龥]{2,8}プロジェクト)(?!マネ|リーダ)"),
    re.compile(r"(?<![A-Za-z])(?P<name>Project [A-Z][A-Za-z0-9-]+)"),
    re.compile(r"(?<![ぁ-んァ-ヶー])(?P<name>(?:[ァ-ヶー]{2,12}|[ぁ-ん]{3,8})計画)(?=[のがはをにで、。])"),
    re.compile(
        rf"(?P<name>(?<![ァ-ヶー])[ァ-ヶー]{{2,16}}|(?<![A-Za-z])[A-Z][A-Za-z0-9-]{{1,30}})"
        rf"(?:っていう|という|って)(?:名前の)?(?:{MADE})"
    ),
    re.compile(
        rf"(?:自作|開発中の|うちの)(?:{MADE})[「『]?(?P<name>[ァ-ヶー]{{2,16}}|[A-Z][A-Za-z0-9-]{{1,30}})"
    ),
    re.compile(r"コードネーム(?:は|が|の|、)?[「『]?(?P<name>[ァ-ヶー]{2,16}|[A-Z][A-Za-z0-9-]{1,30})"),
)  # fmt: skip
DOCUMENTS = (
    re.compile(r"(?:資料|文書|書類|ドキュメント|論文|記事)[「『](?P<name>[^」』\n]{1,40})[」』]"),
    re.compile(
        r"[「『](?P<name>[^」』\n]{1,40})[」』](?:という|と題した)?(?:資料|文書|書類|ドキュメント"
        r"|論文|記事|仕様書|設計書)"
    ),
)  # fmt: skip
TASKS = (
    re.compile(r"(?:タスク|課題|チケット)「(?P<name>[^」\n]{1,60})」"),
    re.compile(r"「(?P<name>[^」\n]{1,60})」(?:の|という)?(?:タスク|課題|チケット)"),
    re.compile(r"^\s*(?:TODO|ToDo|やること|タスク)[:：]\s*(?P<name>[^。\n]{2,60})"),
    re.compile(r"^\s*+(?:[-*]\s*+)?\[ \]\s*+(?P<name>[^。\n]{2,60})"),
)  # fmt: skip
STATION = re.compile(r"(?P<name>(?:[一-龥々]{1,6}|[ァ-ヶー]{2,10})駅)(?![一-龥])")
HAN_PLACE = re.compile(
    r"(?:(?:北海道|(?:東京)都|(?:大阪|京都)府|[一-龥]{2,3}県)(?:[一-龥ァ-ヶ]{1,6}?[市区町村郡])*)"
)
# Kinds of employers, which are no names.
KINDS = "".join(f"(?<!{kind})" for kind in sorted(words("ja_employer_kinds")))
# 以前 and 現在 precede a name without being a part; a single character may be a part.
BEFORE = "|".join(sorted((word for word in words("ja_leading") if len(word) > 1), reverse=True))
START = rf"(?<![一-龥々ァ-ヶーA-Za-z・])(?:{BEFORE})?"
SAID_OF_COMPANIES = re.compile(
    rf"{START}(?P<name>[一-龥々]{{0,4}}[ァ-ヶー]{{3,24}}){KINDS}"
    r"(?:の(?:正?社員|従業員|代表取締役|取締役|株主|本社|支社|子会社)"
    r"|(?:に|へ)(?:勤め|勤務|入社|就職|転職)|を(?:退職|退社))"
)
# In Japanese, these English plurals occur only in the names of companies.
COMPANY_ENDS = re.compile(
    rf"{START}(?P<name>[一-龥々ァ-ヶーA-Za-z]{{2,16}}(?:システムズ|ソリューションズ|テクノロジーズ|フーズ"
    r"|インダストリーズ|ロジスティクス|モーターズ|エレクトロニクス|ラボラトリーズ))(?![ァ-ヶー])"
)


def surroundings(text: str) -> Iterator[Found]:
    """Yield the names that a pattern around them identifies."""
    # The patterns of legal forms are slow, and most sentences have no legal form.
    for pattern in (INCORPORATED if ANY_FORM.search(text) else ()) + COMPANIES:
        for match in pattern.finditer(text):
            yield mention_of(match, ORGANIZATION, 0.9, "suffix")
    for match in DEPARTMENT.finditer(text):
        yield mention_of(match, ORGANIZATION, 0.6, "department")
    for patterns, type_name, sure in (
        (PROJECTS, PROJECT, 0.88),
        (TASKS, TASK, 0.7),
        (DOCUMENTS, DOCUMENT, 0.6),
    ):
        for pattern in patterns:
            for match in pattern.finditer(text):
                yield mention_of(match, type_name, sure, "pattern", "name")


def without_dictionary(text: str) -> Iterator[Found]:
    """Yield places by their last character, if there is no dictionary."""
    for match in STATION.finditer(text):
        yield mention_of(match, LOCATION, 0.7, "suffix", "name")
    for match in HAN_PLACE.finditer(text):
        yield mention_of(match, LOCATION, 0.7, "suffix")


def employers(text: str) -> Iterator[Found]:
    """Yield companies by their last word, or by verbs that take only companies."""
    for match in COMPANY_ENDS.finditer(text):
        yield mention_of(match, ORGANIZATION, 0.8, "suffix", "name")
    for match in SAID_OF_COMPANIES.finditer(text):
        yield mention_of(match, ORGANIZATION, 0.65, "context", "name")


def names_in(text: str) -> Iterator[Found]:
    """Yield the names of one Japanese sentence, overlaps included.

    Without Sudachi only patterns work: people before さん, companies, stations, projects.
    """
    tokens = morphemes(text)
    yield from surroundings(text)
    yield from employers(text)
    persons = [
        *people(text, tokens),
        *given(text, tokens),
        *families(text),
        *nicknames(text, tokens),
        *by_layout(text, tokens),
    ]
    yield from persons
    yield from in_a_row(text, tokens, persons)
    yield from beside(text, tokens, persons)
    yield from shops(text, tokens)
    yield from pets(text, tokens)
    if tokens:
        yield from named_after_places(text, tokens)
        yield from compounds(text, tokens)
        yield from places(text, tokens)
        yield from documents(text, tokens)
    else:
        yield from without_dictionary(text)
