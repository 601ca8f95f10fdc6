"""Tell whether a message may report the end of a known fact in words that no rule reads."""

import re
from collections.abc import Iterable

from nlp.facts.authorship import brings_material
from nlp.facts.sentences import Sentence, claim_sentences, mask

from .model import learned_model
from .naming import folded, naming

# "I must send Ingrid the contract": what is still to be done has ended nothing.
STILL_TO_DO = re.compile(r"\b(?:must|need to|have to|has to|needs to|remind me|don't forget)\b")
# "They gave me a Dovetail mug": a thing of the name, not what is known by it.
ANOTHER = r"(?<!\ba )(?<!\ban )(?<!\banother )"
# "Tomasz made pancakes": what people do for each other while nothing ends between them.
KINDNESS = (
    r"(?! (?:(?:has|had|just|even|kindly|always|also) )*(?:made|makes|gave|gives|cooked|cooks|baked|bakes"
    r"|brought|brings|sent|sends|wrote|writes|texted|sings|sang|hugged|smiled|laughed|helped|helps|picked"
    r"|organi[sz]ed|surprised|suggested|recommended|eats|drinks|snores|thinks|loves|likes|hates|enjoyed)\b)"
)
# How the end of a marriage is told: "Ray's cleared to drive again" tells none.
PARTING = re.compile(
    r"\b(?:divorc\w*|separat\w*|split\w*|broke|break(?:ing)?[- ]?up|ex|annul\w*|marriage|moved out|left|leaving"
    r"|walked out|gone|over|apart|finished|ended|single|alone|widow\w*|pass(?:ed|ing)|died|dead|death"
    r"|late|lost|funeral|ashes|buried|affair|custody|decree|goodbye"
    r"|wake|grie\w+|solicitors?|lawyers?|papers|rings?|maiden|anymore|any more|no longer|used to|my own)\b"
    r"|離婚|離縁|別れ|別居|破局|看取|再婚|元[妻夫嫁旦]|独[りり身]|ひとり|一人|バツ|他界|亡く|死[んに別去]|逝|旅立|葬|遺|未亡人|出て行|出ていっ|終わ|縁"
    r"|籍|旧姓|破綻|解消",
    re.IGNORECASE,
)


def may_report_end(text: str) -> bool:
    """Return whether a message reads so much like the report of a change that asking is worth it.

    What quotes or brings along the words of others does not count.
    """
    model = learned_model()
    return model.score(text) >= model.doubt and not brings_material(text)


def named_in_statements(text: str, values: Iterable[str]) -> set[str]:
    """Return the values that a sentence of a message names which may tell their end."""
    stated = [
        folded(sentence.text)
        for sentence in claim_sentences(mask(text, ()))
        if _may_tell_end(sentence)
    ]
    return {value for value in values if any(map(_named(value).search, stated))}


def _may_tell_end(sentence: Sentence) -> bool:
    """Return whether a sentence states something, and reads like a change on its own."""
    if sentence.asserts_nothing or STILL_TO_DO.search(sentence.text):
        return False
    model = learned_model()
    return model.score(sentence.text) >= model.doubt


def _named(value: str) -> re.Pattern[str]:
    return re.compile(f"{ANOTHER}(?:{naming(value).pattern}){KINDNESS}")


def tells_parting(text: str) -> bool:
    """Return whether a message has a word with which people tell the end of a marriage."""
    return PARTING.search(text) is not None
