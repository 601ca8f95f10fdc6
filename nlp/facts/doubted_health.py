"""Tell statements of a condition from fears and guesses, and from what is said of patients."""

import re

# "I'm worried I have diabetes": before the statement, in its clause.
DOUBTED = re.compile(
    r"\b(?:worr(?:y|ied|ying)|afraid|scared|terrified|fear(?:ed|s)?|suspect\w*|convinced"
    r"|paranoid|feels? (?:like|as"
    r" if)|felt like|seems?|seemed|looks? like|sounds? like|googled?|quiz|tiktok|unsure"
    r"|not sure|wonder\w*|waiting"
    r" list|pretend\w*|as if|joked?|kidding|basically|practically|swears?|mean(?:s)?|ask(?:ed"
    r"|s|ing)?|accus\w+"
    r"|calls?|called|misdiagnosed|used to think|say(?:s|ing)? (?:that )?I|said (?:that )?I"
    r"|thinks? I|reckons? I"
    r"|claims? I|told me (?:that )?I|believes? I|insists? I|not that|doesn'?t mean|no idea"
    r"|find out|negative"
    r"|maybe|perhaps|probably|possible|possibly|potential(?:ly)?|self[- ]diagnos\w+|hope|pray"
    r"|lucky not|in case|like when|every time someone"
    r"|never knew|did you know|random|fake|lied|lying|lie)\b",
    re.IGNORECASE,
)
# Who knows it may say it.
EXPERT = re.compile(
    r"\b(?:doctors?|dr|gp|consultant|specialist|psychiatrist|psychologist|neurologist"
    r"|cardiologist|rheumatologist"
    r"|dermatologist|optician|p(?:a)?ediatrician|hospital|nurse|clinic|biopsy|blood tests?"
    r"|tests?|scan|mri|results?)\b",
    re.IGNORECASE,
)
# Behind it: 糖尿病なんじゃないか, 高血圧で塩を控えとるんじゃなくて.
DENIED = re.compile(
    r"[^。「『“\"]{0,3}[」』”]|[^。]{0,24}?(?:ん(?:じゃ|では)な(?:い|く)|のではな|(?:じゃ"
    r"|では)なくて|と(?:いう)?(?:噂|嘘|うそ|疑い|設定)|と思い込|と勘違い"
    r"|かと|(?:だ|です|なん)って(?:話|聞)|気がし|心配|かどうか|ふりを)"
    r"|[^.;!?]{0,20}? (?:or not|lol jk|jk|apparently not|in the (?:story|game|show|novel|film))\b"
)
# Who looks after others says of them what has no subject.
OF_PATIENTS = re.compile(
    r"患者|利用者|入居者|入所者|お客|顧客|生徒|園児|児童|受け持ち|担当(?:の|し)|申し送り|様"
    r"|主人公|キャラ|飼い主|友の会|ヘルパー|施設の"
    r"|相談者|クライアント|メンバー表|名簿|号室|うちの(?:子|生徒)|ブログ|番組|記事|芸能人"
    r"|俳優|選手|有名人|作者|友達|友人|同僚|知り合い"
    r"|隣の|同級生|クラスの"
    r"|\b(?:patients?|pt|clients?|residents?|pupils?|students?|customers?|ward|guests?"
    r"|room \d+|bed \d+|case"
    r"|character|roster|rota|owner|vet|breed)\b",
    re.IGNORECASE,
)
# Words for the user that a helper uses for those in care: 利用者さん.
IN_CARE = re.compile(r"利用者(?:さん|様)|相談者")
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
    return bool(DOUBTED.search(clause)) and not EXPERT.search(clause)


def is_of_patients(text: str) -> bool:
    """Return whether a text is about people whom its writer cares for, or has made up."""
    return bool(OF_PATIENTS.search(text))
