"""Find texts whose "I" or list of fields is no author's: records, advertisements, quizzes, tales.

The kind of such a text shows anywhere in it, so that all of it claims nothing.
"""

import re

# A record begins a line with whom it is about: "PATIENT: Marlene K.", "[customer file 0081]".
RECORD = re.compile(
    r"^[ \t>*_-]{0,8}[\[(]?(?:patient|pt|client|customer|applicant|candidate|tenant|resident|claimant|claims"
    r"|driver|owner|employee|guest|attendee|witness|deceased|insured)(?: (?:file|record|profile|card|notes?"
    r"|details"
    r"|name|no|number|id))?\.?[ #]{0,3}[\w-]{0,8}[\])]?[ \t]{0,3}(?:[:：]|[\])][ \t]*\S)",
    re.IGNORECASE | re.MULTILINE,
)
# 患者：68歳女性, and words that only such records use.
JAPANESE_RECORD = re.compile(
    r"^[ \t　・■【\[]{0,4}(?:患者|利用者|相談者|入居者|被相続人|申込者|応募者|お客様|顧客|依頼者|対象者)"
    r"(?:様|さん|名|氏名|情報)?[】\]]?[ 　]{0,2}[:：]|現病歴|主訴|SOAP",
    re.MULTILINE,
)
RELEASE = re.compile(
    r"\bcommit message\b|^(?:fix|feat|chore|docs|refactor|test|ci|build)(?:\([\w./-]{1,30}\))?!?: |"
    r"^\W{0,8}(?:patch|release|update|version|dev|build) (?:notes?|log)\b|^\W{0,8}change ?-?log\b"
    r"|^\W{0,8}what['’]s new in\b",
    re.IGNORECASE | re.MULTILINE,
)
# "We are looking for a Senior Artist. You speak French": an employer addresses whoever applies.
# "メルマガ第212号", 【社内報 5月号】: a number of a newsletter.
NEWSLETTER = re.compile(
    r"^\W{0,4}(?:メルマガ|ニュースレター|会報|社内報|学級通信|園だより)[^\n。、]{0,8}?(?:第?\d{1,4}号|[Vv]ol)",
    re.MULTILINE,
)
ADVERTISEMENT = re.compile(
    r"\b(?:is|are|we['’]re|now) (?:looking for|hiring|seeking|recruiting)\b[^\n]{0,160}?\b(?:the ideal"
    r" candidate|you"
    r" (?:speak|have|are|will|love|hold|bring|own|enjoy|work)|you['’](?:re|ll|ve)|apply)\b"
    r"|\b(?:job|vacancy|position|situation)s? (?:ad|advert|advertisement|posting|description|spec)\b"
    r"|\b(?:proofread|rewrite|check|fix|improve) (?:this|my|our|the) (?:ad|advert|listing|profile text)\b",
    re.IGNORECASE,
)
# Lettered choices after a task: "a) I was raised in Ohio. b) …".
CHOICES = re.compile(
    r"(?:^|[\s:])\(?a[).] ?\S[^\n]{0,200}(?:\n[^\n]{0,3}|[\s.;,])\(?b[).] ?\S", re.IGNORECASE
)
EXERCISE = re.compile(
    r"\b(?:which (?:of|one|sentence|is|word|option)|quiz|pick the|choose|complete (?:the|each)|fill in"
    r"|correct"
    r" (?:answer|sentence|option)|true or false|multiple[- ]choice|two truths|exercise|worksheet|grammar"
    r"|what['’]?s the (?:likely )?(?:dx|diagnosis|answer))\b",
    re.IGNORECASE,
)
# Values that fill a form or a test, and names that stand for anybody.
SAMPLE = re.compile(
    r"\b(?:sample|dummy|test|fake|mock|placeholder) (?:text|bio|profile|persona|user|account|record|customer"
    r"|patient|letter|row)s?\b|\b(?:dummy|fake|placeholder) data\b"
    r"|\b(?:form|letter|template|handbook|brochure|leaflet) example\b"
    r"|\bexample (?:letter|text|bio|profile|form)\b|\blorem ipsum\b"
    r"|\A\W{0,4}test(?:ing)?\W{1,3}(?:test(?:ing)?|1|one)\b"
    r"|\b(?:Bloggs|Humpty Dumpty|J(?:ohn|ane) (?:Doe|Q\. ?Public|Sample))\b|^[ \t]*def test_",
    re.IGNORECASE | re.MULTILINE,
)
# A figure that says its own name: "I, Vex of Ganymede, have not eaten since".
NARRATOR = re.compile(
    r"(?:\A|[.!?:\n(] ?|[\"“'‘])I, (?:[A-Z][\w'’-]{0,24} ?){1,3}(?:(?:(?:of|from|von|van|de)(?: the)?|the) "
    r"(?:[A-Z][\w'’-]{0,24}"
    r" ?){1,3})?(?:,|\()"
)
TALE = re.compile(
    r"\b(?:captain|ship)['’]?s log\b|\bstardate\b|\bonce upon a time\b|\bchapter (?:\d{1,3}|one|two|three)\b"
    r"[^\n]{0,24}(?:\n|\()|\b(?:dear abby|agony aunt)\b|\bcontinue (?:this|for \d{2,4} words|the (?:story"
    r"|tale|log))\b"
    r"|\b(?:two truths and a lie|knock,? knock)\b",
    re.IGNORECASE,
)


def is_record(text: str) -> bool:
    """Return whether a text is a record, an advertisement, an exercise or a tale."""
    kinds = (RECORD, JAPANESE_RECORD, RELEASE, NEWSLETTER, ADVERTISEMENT, SAMPLE, NARRATOR, TALE)
    if any(kind.search(text) for kind in kinds):
        return True
    return bool(EXERCISE.search(text) and CHOICES.search(text))
