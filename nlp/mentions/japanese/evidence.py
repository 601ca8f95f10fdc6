"""Words that tell what stands before or after them: さん, 部長, 株式会社, 駅, 設計書."""

import re

from nlp.mentions.words import words

HONORIFICS = "さん|さま|様|氏|くん|君|ちゃん|殿|先生|先輩|後輩|嬢|夫妻|夫人|兄弟|姉妹|一家"
# Long ones first, since a pattern takes the first that fits.
TITLES = "|".join(sorted(words("ja_titles"), key=lambda title: (-len(title), title)))
# Nouns that take さん and 様 without being a name.
ROLES = words("ja_roles")
# What a role ends in: 担当者さん, 店員さん, 花屋さん.
ROLE_ENDS = (
    "者",
    "員",
    "屋",
    "客",
    "師",
    "長",
    "人",
    "生",
    "主",
    "手",
    "先",
    "方",
    "医",
    "官",
    "司",
    "社",
)
# Family names of one kanji that stand before さん.
SINGLE_NAMES = words("ja_single_names")
COMPANY_FORM = (
    "株式会社|有限会社|合同会社|合資会社|一般社団法人"
    "|公益社団法人|一般財団法人|公益財団法人|社団法人|財団法人"
    "|社会福祉法人|医療法人|学校法人|独立行政法人|国立大学法人|特定非営利活動法人|NPO法人|（株）|\\(株\\)|㈱"
)
# What an organisation ends in; longest first where one ends in another.
ORGANISATION_ENDS = words("ja_organisation_ends")
ORDINAL = r"(?:第[一二三四五六七八九十0-9]+)?"
STEMS = "|".join(sorted(words("ja_departments"), key=lambda stem: (-len(stem), stem)))
DEPARTMENT = re.compile(
    rf"(?:[ァ-ヶーA-Za-z]{{2,12}})?{ORDINAL}(?:{STEMS}){ORDINAL}(?:本部|部|課)(?![門員長数分品屋])"
)
PLACE_ENDS = words("ja_place_ends")
DOCUMENT_ENDS = re.compile(
    r"(?:仕様書|設計書|計画書|報告書|提案書|定義書|手順書|要件書|契約書|見積書|請求書|企画書|申請書|依頼書|説明書|議事録|マニュアル|ガイドライン|ガイド|チェックリスト|資料|規程|規約|ドキュメント|レポート|白書)"
)
