"""Say a health condition: one has asthma or a pacemaker, and is diabetic or deaf in one ear."""

import re

_ADJECTIVE = re.compile(
    r"(?:^|[ -])(?:(?:pre-?)?diabetic|asthmatic|epileptic|dyslexic|dyspraxic|autistic|bipolar|hypertensive"
    r"|ha?emophiliac|hiv[- ]positive|hypermobile|neurodivergent|impaired|sighted|hard of hearing|disabled"
    r"|(?:colou?r)?blind|deaf|deafblind)(?: in (?:one|my|his|her|the)(?: left| right)? ?(?:ear|eye)?)?$",
    re.IGNORECASE,
)
# These are said with an article.
_COUNTED = re.compile(
    r"\b(?:condition|murmur|defect|thyroid|dis[ck]|hernia|stammer|stutter"
    r"|lazy eye|(?:prosthetic|artificial) \w+|disability|pacemaker|stoma|implant|defibrillator"
    r"|(?:eating|bleeding|seizure|sleep) disorder|autoimmune disease)$",
    re.IGNORECASE,
)
_STATE = re.compile(r"(?:不自由|持ち|失明|失聴)$")
_SENTENCE = re.compile(r"(?:い|ません|へん|ん)$")
_IMPLANT = re.compile(r"ペースメーカー|人工|ICD|ストーマ")


def english_condition(value: str) -> str:
    """Return the phrase of a condition: "{s} <be> {v}", "{s} <have> a {v}"."""
    if _ADJECTIVE.search(value):
        return "{s} <be> {v}"
    if _COUNTED.search(value) and not re.match(r"(?:an?|the|my) ", value):
        article = "an" if value[0].lower() in "aeiou" else "a"
        return f"{{s}} <have> {article} {{v}}"
    return "{s} <have> {v}"


def japanese_condition(value: str) -> str:
    """Return the phrase of a condition: {v}がある, 「{v}」 of what is said as a sentence."""
    if _IMPLANT.match(value):
        return "{v}を入れて<いる>"
    if _STATE.search(value):
        return "{v}<だ>"
    if _SENTENCE.search(value):
        return "持病|「{v}」<だ>"
    return "持病|{v}<だ>" if _ADJECTIVE.search(value) else "{v}が<ある>"
