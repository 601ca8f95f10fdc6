"""Find the parts of a text that its author does not state: pasted ones, chats, text to work on.

What is pasted, quoted or to be translated belongs to somebody else, or to nobody. Precision
comes first: a part that may be another person's claims nothing.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator

from .pasted import Span, pasted_spans
from .records import is_record

LABEL = re.compile(
    r"^[ \t]*(?:[\[(（]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?,? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
    r"[\])）]?[ \t]*(?:- )?)?(?:\[[^\]\n]{1,20}\][ \t]*)?"
    r"(?:\*\*|__)?(?P<who>[^\W\d_][^\n:：>＞。、,.!?！？「」\[\]]{0,23}?)[ \t]*(?:\*\*|__)?"
    r"(?:[(\[（]\d{1,2}:\d\d(?::\d\d)?[)\]）][ \t]*)?"
    r"[:：>＞](?:\*\*|__)?[ \t]*(?=\S)",
    re.MULTILINE,
)
STAMPED = re.compile(
    r"^[ \t]*[\[(（]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?,? )?\d{1,2}:\d\d(?::\d\d)?",
    re.MULTILINE,
)
OWN_LABEL = re.compile(r"(?:me|i|myself|自分|私|わたし|僕|ぼく|俺|おれ|わし|うち)\Z", re.IGNORECASE)
ROLE = re.compile(
    r"(?:speaker|participant|host|guest|interviewer|interviewee|moderator|chair|caller|agent"
    r"|reception|customer|boss|mum|mom|dad|話者|司会|記者|質問者|回答者|店長|部長|課長|社長|先生|母|父|妻|夫"
    r"|[姉兄弟妹]|[A-ZＡ-Ｚ])(?:さん)? ?[0-9０-９]{0,2}\Z",
    re.IGNORECASE,
)
VALUE = re.compile(
    r"[ \t]*(?P<value>[^\s。、（(][^\n。、（(]{0,15}?)(?:さん|くん|ちゃん)?[ \t]*(?=\n|\Z|[、（(])"
)
# An instruction to work on the other lines: translate, rephrase, correct, or comment on a work.
REQUEST = (
    r"(?:here['’]?s|please|check|fix|correct|improve|tell me|feedback|what do you think|opinion"
    r"|ください|下さい|教えて|感想|お願い|どう(?:思|です|かな)|[?？])"
)
WORK = (
    r"(?:\b(?:translation|grammar|wording|novel|short story|story|chapter|lyrics|poem|screenplay|script"
    r"|fanfic|monologue|scene)\b|小説|歌詞|短編|脚本|台本|書き出し|ポエム|詩を|文章|文面)"
)
COMPOSE = r"(?:write|compose|draft|make up|invent|give me|show me|think of)(?: me| us)?"
PIECE = (
    r"(?:an?|one|some|another|two|three|\d+) (?:[\w-]+ ){0,3}?(?:sentence|example|message|e-?mail|letter|post"
    r"|caption|text|reply|line|verse|poem|story|entry|speech|toast|dialogue|review)s?"
)
INSTRUCTION = re.compile(
    r"\b(?:translate|rephrase|reword|rewrite|paraphrase|proofread)\b"
    r"|^\W*(?:in)?to [A-Z][a-z]+\W*(?:pls|please)?\W*:"
    r"|\b(?:put|say|write) (?:this|that|it|the following) in(?:to)? [A-Z]"
    r"|\brepeat (?:after me|this|the following)\b|^\W*(?:please )?say\b[^.!?]{0,20}:"
    r"|^\W*(?:for )?(?:an? |some |another )?(?:examples?|samples?|templates?|e\.g\.)(?!\w)[^.!?]{0,20}:"
    r"|\b(?:give|show) me (?:an?|some|another|\w+) (?:\w+ )?(?:examples?|sentences?)\b"
    r"|\bfill in the blank|\bdictation\b|\bplease type\b"
    r"|\bhow (?:would|do|does|should|can) (?:a native|you|i|we|one|people) (?:say|put|phrase|write)\b"
    rf"|\b{COMPOSE} {PIECE}"
    r"|復唱|文例|セリフ|台詞|テンプレ|書き取り|ディクテーション|^\W*例[ 　]*[:：]|こう言うとき"
    r"|(?:英訳|和訳|翻訳|添削|校正|言い換え|書き直)(?:し?て|を?お?願)|訳して|例文を|言い換えると"
    r"|(?:英|中国|韓国|フランス|ドイツ|スペイン)語(?:[(（][^()（）\n]{1,8}[)）])?に(?:して|訳|直|翻訳)"
    r"|(?:以下|下記|次|これ)を[^\n、。]{1,8}[語文体]で|^\W*(?:もっと)?(?:短く|長く|丁寧に|簡潔に"
    r"|やさしく|敬語に)(?:して|直して)"
    rf"|{REQUEST}.*{WORK}|{WORK}.*{REQUEST}",
    re.IGNORECASE,
)
LONGEST_INSTRUCTION = 120
# Labels of fields and of parts of a note: whose lines begin with them is the author.
FIELD = re.compile(
    r"\b(?:work|job|career|home|house|health|conditions?|diagnos[ei]s"
    r"|family|kids?|news|updates?|notes?|today|yesterday|tomorrow"
    r"|morning|evening|night|week(?:end)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|personal|status|plans?"
    r"|goals?|mood|diet|food|allerg\w+|hobb\w+|pets?|school|money|travel|location|city|name|age|bio|about"
    r"|summary|context|background|questions?|q|ps|edit|tl;?dr|fyi|reminder|facts?|life|also|first|second"
    r"|languages?|occupation|employer|company|profession|birthday|b-?day"
    r"|dob|date of birth|born|home ?town|nationality"
    r"|medications?|medicines?|meds|vehicle|car|phone|laptop|tablet|devices?"
    r"|tools?|software|apps?|likes|dislikes|loves|hates"
    r"|prefers?|preferences?|interests?|address|stud(?:y|ies)|university"
    r"|uni|college|major|degree|club|member|church|nickname"
    r"|pronouns|instrument|team|friends?|colleagues?|co-?workers|manager|supervisor"
    r"|then|finally|pros?|cons?|reason|todo|done|ok|so|and|but)\b"
    r"|職業|職種|勤務先|勤め先|所属|専攻|誕生日|生年月日|アレルギー|かかりつけ|血液型|好きな|好物"
    r"|苦手|嫌いな|住所|居住|氏名|資格|特技|愛車|使用|言語|母語"
    r"|仕事|職場|会社|家|住まい|健康|体調|持病|病歴|近況|報告|メモ|追記|補足|予定|趣味|食事|子ども"
    r"|子供|ペット"
    r"|学校|お金|旅行|名前|年齢|出身|今日|昨日|明日|朝|昼|夜|週末|その他|質問|背景|結論|理由|連絡|お知らせ",
    re.IGNORECASE,
)
# "tanaka_88", "lena42": no word of a note is written so.
HANDLE = re.compile(r"[\w.-]*(?:_[\w.-]*|[a-z]\d{2,})")
# What a person says in a chat, unlike the value of a field.
SPEAKS = re.compile(
    r"(?:(?:well|oh|so|yeah|yes|no|hey|hi|ah|haha|and),? )*(?:I\b|I['’]\w|[Mm]y\b|[Ww]e\b|[Ww]e['’])"
    r"|(?=[^\n]*[ぁ-ん])[^\n]*?(?:です|ます|でした|ました|ません|だよ|だね|[だよねたるいな])"
    r"[。！!？?〜ー…w笑]*[ \t]*(?:\n|\Z)"
    r"|[^\n]{0,12}(?:私|わたし|僕|ぼく|俺)(?:は|も|が|の)",
)
# What a note tells of the person whose name begins it: "Lena: hates olives".
TOLD = re.compile(
    r"(?:(?:also|still|now|really|always|never) )?(?:(?:un)?likes|loves|hates|dislikes|prefers|enjoys"
    r"|adores|lives"
    r"|works|plays|uses|drives|speaks|studies|teaches|has|allergic|vegan|vegetarian|pescatarian"
    r"|coeliac|celiac"
    r"|diabetic|asthmatic|[a-z]+(?: [a-z]+)? allergy|birthday|b-?day|born|turned|turns|moved"
    r"|lactose|gluten|no"
    r" (?:[a-z]+))\b(?![^\n]*\b(?:I|I['’]\w+|[Mm]y|me|you)\b)"
)
# "Bex — I moved to Bristol", "@lena I quit": a name before what its owner says.
SIGNED = re.compile(
    r"^[ \t]*(?:(?P<who>[A-Z][\w'’-]{1,20}) [–—-]{1,2} |(?P<handle>@[\w.-]{2,30}):? )"
    r"(?=(?:I|I['’]\w+|[Mm]y|[Ww]e)\b)",
    re.MULTILINE,
)
# 参加者A, 保護者１: a role before what it says, on its line or on the next one.
TURN = re.compile(
    r"^[ \t　]*(?:参加者|話者|保護者|回答者|発言者|質問者|生徒|児童|司会|担任|面接官|インタビュアー)"
    r"[A-Za-zＡ-Ｚ\dａ-ｚ０-９]{0,2}(?:[ \t　]+|[ \t　]*\n)(?P<said>\S.*)",
    re.MULTILINE,
)
FOLLOWING = re.compile(
    rf"(?:[^.。!！?？\n]{{0,30}}\b)?{COMPOSE} {PIECE}\b(?: (?:like|such as|saying|that says?|where|about))?"
    # Whom a piece is for stands in no piece: "a toast for my granddaughter Tali's bat mitzvah".
    r"(?: (?:for|to) (?:my|our) [^.,;:!?\n]{1,60}(?=[.,;!?]))?"
    r"|[^.。!！?？\n]{0,40}(?:英語|中国語|韓国語|敬語)(?:は|で(?:は)?(?:何|なん"
    r"|どう))[^。！？\n]{0,20}[。！？?]"
    r"|[^.。!！?？\n]{0,20}(?:セリフ|台詞|例文)[^。！？\n]{0,20}[。！？?]"
    r"|[^.。!！?？\n]{0,40}(?:(?:次|以下|下記)の(?:文|文章|英文|和文|メール|一文)[^。！？\n]{0,40}[。！？]"
    r"|\b(?:translate|rephrase|reword|rewrite|proofread|paraphrase) (?:this|the following"
    r"|these)\b[^.!?\n]{0,60}[.!?] )",
    re.IGNORECASE,
)
# Whoever describes a figure, or tells the assistant whom to play, states nothing about themselves.
FIGURE = re.compile(
    r"主人公|登場人物|RP(?=やろ|しよ|して|で|の)|キャラ表|(?:キャラ(?:クター)?|世界観?)(?:の)?設定"
    r"|ロールプレイ|になりきって|"
    r"(?:あなた|君|きみ|お前)は.{0,30}(?:です|だ)。|の役(?:を|で|に)"
    r"|\b(?:main character\b|main characters?(?=:)|protagonist|first-person narrator"
    r"|role-?play|pretend (?:to be|you)|act (?:as an?|like you|as if you)"
    r"|(?:user|buyer|customer) persona|as the (?:DM|GM|dungeon master|game master|narrator)"
    r"|(?:outline|plot) check|backstory|my character|character sheet|d&d|the DM|you are an? [a-z]+"
    r"|imagine you"
    r"|you(?: are|['’]re) (?:the|my) (?:[\w'’]+ ){0,3}?(?:recruiter|interviewer|AI|computer|captain"
    r"|butler|detective|barista|waiter|customer|patient|teacher|examiner|opponent|villain|wizard|king|queen)"
    r"|(?:had|having) (?:the|an?|this|such an?) (?:[\w-]+ ){0,2}dream"
    r"|(?:name for"
    r"|about|invent|write) an? character"
    r"|characters? in (?:a|my|the) (?:short )?(?:story|novel|book|game|play))\b",
    re.IGNORECASE,
)
# Made-up people and quizzes, and what somebody types to try a form.
MADE_UP = re.compile(
    r"架空の|ペルソナ|ごっこ(?:し|を)|(?:回答|解答|記入)例|(?:テスト|ダミー)(?:入力|データ)"
    r"|クイズ[!！。\n]|(?:わたし|私|ぼく|僕)は(?:だれ|誰)でしょう|四択"
    r"|小説の(?:冒頭|続き|書き出し)|(?:履歴書|自己紹介|プロフィール)の(?:見本|サンプル|記入例)"
)
# A text that claims to be the system, or sets what is remembered, is nobody's statement.
ORDER = re.compile(
    r"\bsystem (?:message|notice|notification|prompt|update|override)\b"
    r"|^[^\w\n]{0,8}system[^\w\n]{0,8}:|memory update (?:required|needed)"
    r"|\bset \w+ ?= ?\w|\bupdate (?:the|your|user) (?:memory|profile|record)s?\b"
    r"|\bi am the system\b|\bas the system\b|\b(?:admin(?:istrator)?|moderator|operator|developer)['’]?s? ?"
    r"(?:note|notice|message)\b|私はシステム|(?:管理者|運営|開発者|システム)(?:より|から)[^。\n]{0,8}[:：]"
    r"|^[ \t]*[\[(<【][ \t]*(?:system|システム)[ \t]*[\])>】]|\bprofile sync\b|\boverwrite the stored\b"
    r"|【?システム(?:通知|メッセージ|指示|更新)|に更新してください|記憶を(?:更新|書き換え"
    r"|上書き)",
    re.IGNORECASE | re.MULTILINE,
)
# "We've moved to Reading! The office, I mean, not me": the sentence and the one before it.
NOT_ME = re.compile(
    r"\bnot (?:me|us|myself)\b(?! (?:yet|any ?more|too))|(?:私|僕|俺|自分)(?:じゃな|ではな|ではあり)",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"[.!?。！？\n]")
CORRECTED_BEFORE = 260
JOKE = re.compile(
    r"\b(?:just kidding|only joking|april fools?)\b|\A\W{0,2}(?:yeah|oh|yep),? (?:sure|right)\b"
    r"|\boh (?:sure|right|yeah),|冗談(?:です|だ|だけど|ですが)"
    r"|\Aはいはい、?(?:私|俺|僕|うち)は|エイプリルフール|なんちゃって|なったのだ[〜～ー！!]",
    re.IGNORECASE,
)


def foreign_spans(text: str, is_person: Callable[[int, int], bool]) -> list[Span]:
    """Return the spans of a text that its author does not state.

    ``is_person`` tells whether characters ``start`` to ``end`` name a person.
    """
    return [*material_spans(text), *_chat(text, is_person)]


def material_spans(text: str) -> list[Span]:
    """Return the spans of a text that bring something along: records, tales, texts to work on."""
    if any(pattern.search(text) for pattern in (JOKE, FIGURE, MADE_UP, ORDER)) or is_record(text):
        return [(0, len(text))]
    return [*pasted_spans(text), *_corrected(text), *_worked_on(text)]


def _corrected(text: str) -> Iterator[Span]:
    """Yield what the author says is not about themselves."""
    for match in NOT_ME.finditer(text):
        least = max(0, match.start() - CORRECTED_BEFORE)
        ends = [end.end() for end in SENTENCE_END.finditer(text, least, match.start())]
        yield (ends[-2] if len(ends) > 1 else least), match.end()


def _worked_on(text: str) -> Iterator[Span]:
    """Yield everything but the instruction, if a text begins or ends with one."""
    first = _instruction(text, *_line(text, len(text) - len(text.lstrip())))
    if first is not None:
        yield first, len(text)
    start, end = _line(text, len(text.rstrip()))
    if "\n" in text.strip() and _instruction(text, start, end) is not None:
        yield 0, start


def _line(text: str, at: int) -> Span:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _instruction(text: str, start: int, end: int) -> int | None:
    """Return the end of the instruction at the beginning of a line; None if it has none."""
    colon = re.search(r"[:：]", text[start:end])
    if colon:
        end = start + colon.end()
    elif "\n" not in text.strip():
        # One line without a colon: what the instruction is about stands behind it, if it says so.
        found = FOLLOWING.match(text, start, end)
        return found.end() if found else None
    words = text[start:end]
    return end if len(words) <= LONGEST_INSTRUCTION and INSTRUCTION.search(words) else None


def _chat(text: str, is_person: Callable[[int, int], bool]) -> Iterator[Span]:
    """Yield the lines of others in a chat or a transcript, up to the next label or empty line."""
    labels = list(LABEL.finditer(text))
    gaps = [*(gap.start() for gap in re.finditer(r"\n\n", text)), len(text)]
    said = Counter(label["who"].casefold() for label in labels)
    is_chat = len(labels) > 1 and (
        max(said.values()) > 1
        or bool(STAMPED.match(text, labels[0].start()))
        or _speakers(text, labels) > 1
    )
    yield from _signed(text)
    for at, label in enumerate(labels):
        who = label["who"].strip()
        if OWN_LABEL.match(who):
            continue
        is_name = is_person(*label.span("who")) and not TOLD.match(text, label.end())
        value = VALUE.match(text, label.end())
        # 弟: 江口 拓 is a field, and nothing that a brother says.
        if value and not is_name and is_person(*value.span("value")):
            continue
        is_other = ROLE.match(who) or HANDLE.fullmatch(who) or is_name
        if is_chat or is_other:
            following = labels[at + 1].start() if at + 1 < len(labels) else len(text)
            yield label.end(), min(following, gaps[bisect(gaps, label.end())])


def _speakers(text: str, labels: list[re.Match[str]]) -> int:
    """Return how many labels, each of which may stand once, introduce what a person says."""
    names = {
        label["who"].strip().casefold()
        for label in labels
        if SPEAKS.match(text, label.end()) and not FIELD.search(label["who"])
    }
    return len({name for name in names if not OWN_LABEL.match(name)})


def _signed(text: str) -> Iterator[Span]:
    """Yield the lines that begin with the names of several people without a colon."""
    signed = list(SIGNED.finditer(text))
    turns = list(TURN.finditer(text))
    if len(turns) > 1:
        yield from (match.span("said") for match in turns)
    if len({match["who"] or match["handle"] for match in signed}) > 1:
        yield from ((match.end(), _line(text, match.end())[1]) for match in signed)
