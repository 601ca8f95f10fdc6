"""Tell statements of a condition from fears and guesses, and from what is said of patients."""

import re

# "I'm worried I have diabetes": before the statement, in its clause.
DOUBTED = re.compile(
    r"\b(?:worr(?:y|ied|ying)|afraid|scared|terrified|fear(?:ed|s)?|suspect\w*|convinced|paranoid"
    r"|feels? (?:like|as if)|felt like|seems?|seemed|looks? like|sounds? like|googled?|quiz|tiktok"
    r"|unsure|not sure|wonder\w*|waiting list|pretend\w*|as if|joked?|kidding|basically|practically"
    r"|swears?|means?|ask(?:ed|s|ing)?|accus\w+|calls?|called|misdiagnosed|used to think|thinks? I"
    r"|reckons? I|claims? I|believes? I|insists? I|not that|doesn'?t mean|no idea|find out|negative"
    r"|maybe|perhaps|probably|possibl[ey]|potential(?:ly)?|self[- ]diagnos\w+|hope|pray|lucky not"
    r"|in case|like when|every time someone|never knew|did you know|random|fake|lied|lying|lie)\b",
    re.IGNORECASE,
)
REPORTED = re.compile(r"\b(?:say(?:s|ing)?|said|told me) (?:that )?I\b", re.IGNORECASE)
# Who knows it may say it.
EXPERT = re.compile(
    r"\b(?:doctors?|dr|gp|consultant|specialist|psychiatrist|psychologist|neurologist|cardiologist"
    r"|rheumatologist|dermatologist|optician|pa?ediatrician|hospital|nurse|clinic|biopsy|tests?"
    r"|scan|mri|results?)\b",
    re.IGNORECASE,
)
# Behind it: 糖尿病なんじゃないか, 高血圧で塩を控えとるんじゃなくて.
DENIED = re.compile(
    r"[^。「『“\"]{0,3}[」』”]|[^。]{0,2}と(?:言|い)われ(?:たら|る)|[^。]{0,24}?(?:ん(?:じゃ|では)な(?:い|く)|のではな|(?:じゃ"
    r"|では)なくて|と(?:いう)?(?:噂|嘘|うそ|疑い|設定)|と思い込|と勘違い"
    r"|かと|(?:だ|です|なん)って(?:話|聞)|気がし|心配|かどうか|ふりを)"
    r"|[^.;!?]{0,20}? (?:or not|lol jk|jk|apparently not|in the (?:story|game|show|novel|film))\b"
)
# Who looks after others says of them what has no subject.
OF_PATIENTS = re.compile(
    r"患者|子(?:ども|供)(?:が|は|も)|利用者|入居者|入所者|お客|顧客|生徒|園児|児童|受け持ち|担当(?:の|し)"
    r"|申し送り|(?<![同模仕多神])様(?![子々])|主人公|キャラ|飼い主|友の会|ヘルパー|施設の|相談者|クライアント"
    r"|名簿|号室|うちの(?:子|生徒)|ブログ|番組|記事|芸能人|俳優|選手|有名人|作者|友達|友だち|友人|同僚"
    r"|知り合い|隣の|同級生|クラスの"
    r"|\b(?:patients?|pt|clients?|residents?|pupils?|students?|customers?|ward|guests?|room \d+"
    r"|bed \d+|table \d+|seating|dietar\w+|menu|orders?|case|character|roster|rota|owner|vet|breed)\b",
    re.IGNORECASE,
)
# What is said without a subject is rather of somebody who is looked after.
OF_THE_OLD = re.compile(r"認知症|アルツハイマー|dementia|alzheimer", re.IGNORECASE)
# Words for the user that a helper uses for those in care: 利用者さん.
IN_CARE = re.compile(r"利用者(?:さん|様)")
PAST = re.compile(
    r"(?:子ども|子供|小学生|中学生|小さい|幼い|若い)(?:の)?(?:頃|ころ|時|とき)(?:は|に)|昔は"
    r"|かつて|以前は"
)
MADE_UP = re.compile(
    r"\b(?:for|in) (?:the|my|a|this) (?:story|novel|play|sketch|role|part|game|film|scene)\b",
    re.IGNORECASE,
)


def is_doubted(before: str, clause: str, behind: str) -> bool:
    """Return whether a sentence leaves a condition in doubt.

    ``before`` is its text up to the statement, ``clause`` its clause up to there, ``behind`` the rest.
    """
    if MADE_UP.search(before) or PAST.search(clause) or DENIED.match(behind):
        return True
    if DOUBTED.search(clause):
        return True
    return bool(REPORTED.search(clause)) and not EXPERT.search(clause)


def is_of_patients(text: str, condition: str) -> bool:
    """Return whether a condition without a subject is of people whom the writer cares for."""
    return bool(OF_PATIENTS.search(text) or OF_THE_OLD.search(condition))


def is_in_care(text: str) -> bool:
    """Return whether "the user" of a text may be somebody in care."""
    return bool(IN_CARE.search(text))
