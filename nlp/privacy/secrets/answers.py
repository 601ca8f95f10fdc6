"""Find what restores an access: backup codes, recovery words and answers to security questions."""

import re
from collections.abc import Iterator

from ..spans import Match, half_width
from .placeholders import is_masked, is_placeholder

BACKUP = re.compile(
    r"\b(?:backup|back-up|spare|remaining|single[- ]use|recovery|rescue|scratch|emergency|one[- ]time|2fa"
    r"|reset)[ -](?:login )?(?:codes?"
    r"|keys?)\b"
    r"|\b2FA backups?\b|(?:バックアップ|リカバリー?|回復用?|復旧用?|予備の?|緊急|ワンタイム|再設定"
    r"|回復)(?:用)?(?:の)?(?:コード|キー)",
    re.I | re.A,
)
# Groups of letters and digits: a94c2-7fd10, 4829 1736, K7PQ-93XM-….
BACKUP_CODE = re.compile(
    r"(?<![A-Za-z0-9_./-])(?<!\d:)(?=[A-Za-z0-9 -]{0,10}\d)[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}"
    r"(?![A-Za-z0-9_/-])"
    r"|(?<![A-Za-z0-9_./-])(?<!\d:)(?:\d{4} \d{4}|\d{3} \d{3})(?![\w/-])"
    r"|(?<![A-Za-z0-9_./-])(?<!\d:)(?=[A-Za-z]{0,11}\d)[A-Za-z0-9]{6,12}(?![\w/-])",
    re.A,
)
BACKUP_WINDOW, MOST_CODES = 260, 16
DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[a-z]{2}$|v\d", re.I)
SEED = re.compile(
    r"\b(?:seed|recovery|mnemonic|secret|backup|wallet)[ -](?:phrases?|words?|seed)\b|\bphrase\b"
    r"|\b(?:ledger|trezor|metamask)\b|\bmnemonic\b"
    r"|\bseed\b|\bwallet\b|暗号資産|仮想通貨|\b(?:twelve|12|24|twenty-four) (?:\w+ )?words\b|ウォレット"
    r"|(?:リカバリー?|シード|復元|回復|秘密の?)(?:用)?の?(?:フレーズ|ワード|単語|言葉)|ニーモニック",
    re.I | re.A,
)
# Words of sentences, which no list for wallets has, end a list.
_WORD = (
    r"(?:\d{1,2}[.)] ?)?(?!(?:the|and|for|with|you|your|that|this|from|have|has|was|are|but|not|they|can"
    r"|will|our|words?|phrase|seed)\b)[a-z]{3,8}"
)
PHRASE = re.compile(
    rf"(?<![A-Za-z]){_WORD}(?:(?:, ?|[ \n]+|、|・|/){_WORD}){{11,23}}(?![A-Za-z])"
    r"|(?<![ぁ-ん])[ぁ-ん]{2,6}(?:[ 　、・][ぁ-ん]{2,6}){11,23}(?![ぁ-ん])"
)
QUESTION = re.compile(
    r"\b(?:security|secret|verification|recovery|challenge) (?:questions?|answers?|words?)\b"
    r"|\b(?:favou?rite|first|childhood)\b[^\n.]{0,40}\bquestion"
    r"|\banswer (?:to|for) [\"“]|\btheir question\b"
    r"|\b(?:as|for) verification\b|\bmemorable (?:word|name|answer)\b"
    r"|\bquestions? (?:that )?(?:the|my|our) (?:bank|account|site|app)\b|\b(?:mother|mum|mom"
    r"|mam)['’]?s maiden name\b"
    r"|(?:サイト|銀行|カード|証券|アプリ|会員)の質問[はが、]|の質問[はが]「|の「(?:子ども|小さい|初めて|最初|母|父|祖|飼って|通って|住んで)[^」\n]{2,24}」(?=は|→|：|:)"
    r"|合言葉(?=「[^」\n]{2,20}」(?:→|は|:|：))"
    r"|(?:好きな|最初の|初めての|はじめての|子どもの頃の|小学校の|母の|父の|出身)[^\n。]{0,16}を(?:登録|設定)"
    r"|(?:好きな|最初の|初めて|はじめて|子どもの頃の|通っていた|飼って|母の|父の|祖[父母]の|旧姓|あだ名|恩師|担任|初恋"
    r"|新婚旅行|尊敬する)[^\n。]{0,24}(?:聞かれ|訊かれ|尋ねられ|の(?:質問|欄)|[^\n。]{0,16}(?:銀行|信金|証券|保険|再設定|会員))"
    r"|(?:秘密|セキュリティ|本人確認)の?(?:ための)?(?:質問|答え|こたえ|合言葉)|母(?:親)?の旧姓"
    r"|\bQ[:.)][^\S\n]?(?:What|Which|Where|Who)[^\n?]{0,12}\b(?:your|the name of your)"
    r"[^\n?]{0,50}\?(?=\s{1,2}A[:.])"
    r"|\b(?:What|Where|Which|Who)\b[^\n?]{0,30}\byour\b[^\n?]{0,40}\?"
    r"(?=[^\n]{0,80}\b(?:bank|account|security|tax|site|portal|login|I (?:put|answered|said)))"
    r"|\b(?:asks?|asked|wants?|wanted|hint)\b[^\n.!?]{0,50}\b(?:maiden name|nickname|middle name|childhood"
    r"|favou?rite|first (?:pet|car|school|job|concert|teacher)|memorable|where I was born)\b"
    r"|\b(?:maiden name|nickname|middle name|childhood|favou?rite|first (?:pet|car|school"
    r"|job|concert|teacher))\b"
    r"(?=[^\n]{0,60}\b(?:bank|account|portal|site|login|insurer|broker|HMRC|paypal|reset)\b)"
    r"|\bfor the \w+ question\b"
    r"|\byour (?:first|mother['’]s|favou?rite|childhood|oldest"
    r"|eldest)[^\n?]{0,40}\?(?=[^\n]{0,80}\b(?:bank|account|security|tax|site|portal|login|I put))",
    re.I | re.A,
)  # fmt: skip
_ANSWER = r"[A-Z][\w'’-]{1,20}(?: (?:[A-Z0-9][\w'’-]{0,20}|of|the)){0,3}"
ANSWER = re.compile(
    r"(?i:\b(?:answer|pet|name|school|teacher|street|city|town|word|us|me|ours|mine|car|dog|cat|friend"
    r"|born in)"
    r"(?: (?:for|to|on|at|they|we|I|she|he|the|question\)) ?[^\n.:]{0,70}?)?(?:['’]s| is| was|:| =| as)"
    r"|\b(?:questions?|answers?)(?: \([^()\n]{1,40}\))?(?: is|:| =)|\b(?:I|I['’]ve) (?:said"
    r"|wrote|chose|gave|entered|went with|made it|told them|typed)|\bput|\banswered"
    r"|\b(?:site|bank|portal|form|they) (?:has|have)|\bthe reply is"
    r"|\?(?:\s{1,2}A(?:ns)?[:.])?(?![^\S\n]*[Aa]nswer)"
    r"|\b(?:that|it)['’]s|, answer(?=[^\S\n][A-Z])|→)"
    r"[^\S\n]{0,2}(?:(?i:still|just|always|actually|that['’]s) )?(?:[\"“'‘「]([^\"”'’」\n]{2,40})[\"”'’」]"
    rf"|({_ANSWER}))"
)
SAID_ANSWER = re.compile(
    r"(?:聞かれたら|訊かれたら|質問には)「([^」\n]{2,30})」()|(?:「([^」\n]{2,30})」"
    r"|(?:(?<=[は、])|(?<=れて)|(?<=たら)|(?<=には)"
    r"|(?<=りに))[ 　]?([^\s「」、。]{2,12}?)[ 　]?)と(?:答え|入れ|入力|回答"
    r"|登録|書い|伝え)"
    r"|(?:(?<=[、])|(?<=れて)|(?<=れる)|(?<=答え))([^\s「」、。はが]{2,12}?)で(?:登録|設定|入れ)"
)
JAPANESE_ANSWER = re.compile(
    r"(?:好きな\w{1,6}|答え|こたえ|回答|旧姓|名前|合言葉|学校|先生|質問|食べ物|町|街|ペット|欄"
    r"|」)[^\n。、「]{0,12}?(?:は|が|→|:|：)\s?"
    r"(?:「([^」\n]{2,30})」|([^\s、。「」\n]{2,20}?)(?=に(?:して|した|しとい|設定|なって|登録)|で(?:登録"
    r"|設定)|です|だよ|だった|\n|。|[(（]|$))"
)
# Q. 母親の出身地は？ A. 遠野.
ASKED = re.compile(
    r"Q[.:：．][^\S\n]?(?:母|父|初めて|はじめて|最初|好きな|ペット|旧姓|小学校|子ども|幼)[^\n?？]{0,30}[?？]"
    r"\s{0,2}A[.:：．][^\S\n]?([^\s、。]{2,20})"
)
# What is said of an answer, and is none.
NO_ANSWER = re.compile(
    r"(?:何|なに|どう|どれ|誰|忘れ|必要|秘密|不明|同じ|内緒|未定|簡単|大文字|小文字)|(?:し|な|き|よ|[高多少長短古無])い$|(?:ました|ません|ます|いた|らしい|かも|こと|い[?？]|か[?？]?|ください|[?？])$|^(?:何|どんな)|^Answer|^(?:The|A|An"
    r"|It|That"
    r"|This|What|Your|My|I)$"
)
ANSWER_BEFORE, ANSWER_WINDOW = 60, 160


def answers(text: str) -> Iterator[Match]:
    """Find backup codes, recovery words, and answers to security questions."""
    folded = half_width(text)
    for word in BACKUP.finditer(folded):
        yield from _backup_codes(folded, word.end())
    if SEED.search(folded):
        for match in PHRASE.finditer(folded):
            yield match.start(), match.end(), 0.9
    for match in ASKED.finditer(folded):
        yield match.start(1), match.end(1), 0.8
    for word in QUESTION.finditer(folded):
        yield from _answers(folded, max(0, word.start() - ANSWER_BEFORE))


def _backup_codes(text: str, start: int) -> Iterator[Match]:
    found = 0
    for match in BACKUP_CODE.finditer(text, start, start + BACKUP_WINDOW):
        if DATE.match(match[0]) or is_masked(match[0]):
            continue
        yield match.start(), match.end(), 0.85
        found += 1
        if found == MOST_CODES:
            return
        if found == 1 and "-" in match[0]:
            yield from _alike(text, match)


def _alike(text: str, first: re.Match[str]) -> Iterator[Match]:
    """Find codes in groups as long as those of the first, which may have no digit."""
    form = "-".join(f"[A-Za-z0-9]{{{len(part)}}}" for part in first[0].split("-"))
    alike = re.compile(rf"(?<=[\s,、/]){form}(?![\w/-])")
    for match in alike.finditer(text, first.end(), first.end() + BACKUP_WINDOW):
        yield match.start(), match.end(), 0.8


def _answers(text: str, start: int) -> Iterator[Match]:
    window = text[start : start + ANSWER_WINDOW].split("\n\n")[0]
    for pattern in (ANSWER, JAPANESE_ANSWER, SAID_ANSWER):
        for match in pattern.finditer(window):
            at = next(at for at in range(1, len(match.groups()) + 1) if match[at])
            if not NO_ANSWER.search(match[at]) and not is_placeholder(match[at]):
                yield start + match.start(at), start + match.end(at), 0.75
