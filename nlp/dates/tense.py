"""Tell from the words around a time whether it is past or to come.

Japanese verbs stand behind the time, English ones mostly before it. Only the clause of the time
counts, then its sentence: "I met Ben yesterday, so we can decide on Friday."
"""

import re
from dataclasses import dataclass

from nlp.text.sentences import word_set
from nlp.text.tokens import has_japanese

from .modifiers import Bound
from .parts import Pick
from .spans import Tense

REACH = 160
SENTENCE_END = re.compile(r"[!?。！？\n]|\.(?=\s|$)")
CLAUSE_END = re.compile(
    r"[、,;:()]|けれ?ど|ので|のに|(?<![a-z])(?:and|but|so|because|then|while|that|which|who|if|when)(?![a-z])"
)
# What stands behind the verb of a clause.
ENDING = (
    r"(?=よ|ね|わ|ん|[なの](?:[。?!？！]|$)|けど|けれど|から|ので|し|かも|らし|みたい|そう|って|と思|つもり"
    r"|[。.!?！？…〜~\s)）」』♪☆★w]|$)"
)
JAPANESE = re.compile(
    # What was decided (手術することになった) or is wished is still to come.
    r"(?P<future>(?:こと|よう)に(?:な|し|決)|(?:延期|中止|キャンセル|変更|決定)[にと]な|に決ま[りっ]"
    r"|予定|つもり|締め?切り?|〆切|期限|でしょう|だろう|[ただ](?:方が|ほうが)|ましょう|[こそとのもろよ]う(?:と思|か|ね|よ|$)|[一-龥ぁ-ん]たい(?=[^ぁ-ん]|で|と|な|ん|の|け|よ|ね|$)"
    r"|ください|下さい|てね|お願い|なきゃ|ないと|なければ|なくちゃ|べき|楽しみ|空いて|空きます"
    r"|(?<!て)ない(?:か(?:な|ね)?)?[?？]|ませんか)"
    r"|(?P<past>かった|だった|でした|ました|ありがと|お疲れ"
    r"|(?:[っしいえれけべきみげせてめねびちじりぎ]|んで|(?<=[一-龥]))た(?![いらりめだっくち]|方が|ほうが)"
    r"|[一-龥]んだ(?![いろけよ]))"
    r"|(?P<state>てい?(?:る|ます)|んでい?(?:る|ます)|てあ(?:る|ります))"
    rf"|(?P<present>(?<![てで])ます(?!か?が)|(?<![てで])[うくすつぬむぐぶる]{ENDING})"
)
# 会ったのは月曜: the verb before.
TOLD_BEFORE = re.compile(r"(?:た|だ)のは[^、]{0,12}$")
PLANNED = re.compile(r"予定|つもり|締め?切り?|〆切|期限|次回|今後|deadline|upcoming")

IRREGULAR = (
    "went|came|saw|met|said|took|got|gave|made|bought|brought|thought|told|left|felt|kept|held|found|lost"
    "|paid|sent|spent|built|won|ran|wrote|ate|drank|slept|drove|flew|broke|fell|began|became|knew|grew"
    "|heard|sold|stood|taught|caught|wore|woke|chose|spoke|swam|sang|sat|rode|rose|threw|quit"
)
PERFECT = rf"(?:have|has) (?:[a-z]{{2,10}}ly )?(?:[a-z]{{2,12}}ed|gone|done|had|seen|{IRREGULAR})"
NO_VERBS = word_set(
    "need feed speed indeed hundred seed exceed proceed succeed shed embed breed used"
)
ENGLISH = re.compile(
    r"(?<![a-z'])(?:(?P<future>will|won't|going to|gonna|plan(?:s|ned|ning)? (?:to|on|for)|upcoming|due"
    r"|deadline|shall|scheduled|wants? to|would like|let's|please|remind|hop(?:e|ing) to|see you"
    r"|looking forward|intends? to)"
    rf"|(?P<past>was|were|been|did|didn't|had|ago|{PERFECT}|{IRREGULAR}"
    r"|(?:i|we|he|she|they) (?:read|put|cut|set|hit))"
    r"|(?P<regular>[a-z]{2,12}ed)"
    r"|(?P<present>am|is|are|have|has|i'm|we're|they're|he's|she's|it's|can|could|must|should|may|might"
    r"|needs?|leaves?|starts?|begins?|ends?|opens?|closes?|runs?|arrives?|expires?|fl(?:y|ies)|returns?"
    r"|moves?|call|book|send|bring|meet|visit|finish|submit|deliver|give|get))(?![a-z'])"
    r"|(?<=[a-z])(?P<coming>'ll|'re [a-z]{2,12}ing|(?<=i)'m [a-z]{2,12}ing)(?![a-z])"
)
# "The revised quote": a participle before a noun is no verb.
BEFORE_NOUN = re.compile(
    r"(?<![a-z])(?:the|a|an|my|your|our|their|his|her|its|this|that|these|those|any|some|all|no|for|of|with)"
    r"(?: [a-z]{2,12}ly)? $"
)
# "Was moved to Friday", "agreed to meet on Friday": said in the past of what is to come.
ARRANGED = re.compile(
    r"(?<![a-z])(?:(?:moved|postponed|pushed(?: back)?|rescheduled|delayed|booked|reserved|confirmed|set)"
    r" (?:to|for|until|till) (?:the )?$|(?:decided|agreed|promised|arranged|offered) to(?![a-z]))"
)
# "We were supposed to go at Easter": the plan was made before, the time may be still to come.
SUPPOSED = re.compile(r"(?<![a-z])(?:was|were) (?:supposed|meant|due|going) to(?![a-z])")
# "They said yes: from 1 September I work less": what starts has a verb of its own, if any.
STARTING = re.compile(r"(?<![a-z])(?:from|as of|starting) (?:the )?$")
SINCE_BEFORE = re.compile(r"(?<![a-z])since (?:the )?$")


# By the group of a pattern.
TENSES = {
    "past": Tense.PAST,
    "state": Tense.STATE,
    "present": Tense.PRESENT,
    "future": Tense.FUTURE,
    "coming": Tense.FUTURE,
}


@dataclass(frozen=True, slots=True)
class TimeContext:
    """The words of a sentence before and behind a time."""

    ahead: str
    behind: str

    @property
    def clause(self) -> tuple[str, str]:
        """The words of the clause before and behind the time."""
        return CLAUSE_END.split(self.ahead)[-1], CLAUSE_END.split(self.behind, maxsplit=1)[0]


def context_of(folded: str, start: int, end: int) -> TimeContext:
    """Return the sentence around the words ``start`` to ``end``, within reach."""
    ahead = SENTENCE_END.split(folded[max(0, start - REACH) : start])[-1]
    behind = folded[end : end + REACH]
    stop = SENTENCE_END.search(behind)
    return TimeContext(ahead, behind[: stop.end()] if stop else behind)


def pick_of(tense: Tense | None, bound: Bound | None) -> Pick:
    """Return the rule to choose among possible times.

    4月から働きます begins next April, 4月から働いている began last April.
    """
    if tense is Tense.PAST or (tense is Tense.STATE and bound is Bound.SINCE):
        return Pick.PAST
    if tense in (Tense.FUTURE, Tense.PRESENT) or bound in (Bound.UNTIL, Bound.BEFORE):
        return Pick.FUTURE
    return Pick.NEAREST


def pick_of_question(tense: Tense | None) -> Pick:
    """Return the rule to choose among possible times in a question to a memory."""
    if tense is Tense.FUTURE:
        return Pick.FUTURE
    return Pick.NEAREST if tense is Tense.PRESENT else Pick.PAST


def tense_of(around: TimeContext) -> Tense | None:
    """Return the tense of the verb that a time belongs to, None if there is none."""
    is_told = TOLD_BEFORE.search(around.ahead)
    if PLANNED.search(around.ahead) and not is_told:
        return Tense.FUTURE
    if has_japanese(around.ahead + around.behind):
        found = JAPANESE.search(around.behind)
        if found is None:
            return Tense.PAST if is_told else None
        return TENSES[str(found.lastgroup)]
    return _english(around)


def _english(around: TimeContext) -> Tense | None:
    first, last = around.clause
    if SINCE_BEFORE.search(first):
        return Tense.PAST
    if ARRANGED.search(first):
        return Tense.FUTURE
    if SUPPOSED.search(first):
        return None
    spoken = (first, last) if STARTING.fullmatch(first.lstrip()) else ()
    for words in spoken or (first, last, around.ahead, around.behind):
        tenses = [tense for match in ENGLISH.finditer(words) if (tense := _of_verb(match, words))]
        if tenses:
            return tenses[-1] if words in (first, around.ahead) else tenses[0]
    return None


def _of_verb(match: re.Match[str], words: str) -> Tense | None:
    if not match["regular"]:
        return TENSES[str(match.lastgroup)]
    is_verb = match["regular"] not in NO_VERBS and not BEFORE_NOUN.search(words[: match.start()])
    return Tense.PAST if is_verb else None
