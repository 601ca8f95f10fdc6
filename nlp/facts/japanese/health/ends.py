"""Japanese rules for conditions that are over: 喘息は治った, もう花粉症ではない."""

from functools import partial

from nlp.facts.japanese.rules import rule
from nlp.facts.rules import Rule, Validity

from .words import NAMES, OWN

STOPPED, OVER = Validity.STOPPED, Validity.OVER
told = partial(rule, "condition", is_list=True)
known = partial(told, is_of_known=True)
_STILL = r"(?:もう|すっかり|やっと|とうとう|ようやく|ついに|完全に|無事に?|今は|きれいに|おかげさまで|、)*"
_PAST = r"(?:た(?!ら|と思|か|い)|ました(?!か)|て(?=、)|ています|てい?る)"
RULES: tuple[Rule, ...] = (
    told(
        rf"{OWN}{NAMES}(?:は|が|も)?{_STILL}(?:完治し|治っ|治り|なおっ|なおり|完治いたし){_PAST}",
        validity=STOPPED,
    ),
    told(
        rf"{OWN}{NAMES}(?:は|が|も)?{_STILL}(?:完治(?=[。！!]|$)|なくなっ(?:た(?!ら)|て(?=、))"
        rf"|なくなりました|消えました|出なくなりました)",
        validity=STOPPED,
    ),
    told(rf"{OWN}{NAMES}を(?:完全に|無事)?(?:克服し|乗り越え){_PAST}", validity=STOPPED),
    told(rf"もう{NAMES}(?:では|じゃ)(?:ない|ありません|なくなり|なくなっ)(?!か)", validity=OVER),
    told(rf"{OWN}{NAMES}(?:では|じゃ)なくなっ(?:た(?!ら)|て)", validity=OVER),
    known(
        rf"{OWN}{NAMES}(?:では|じゃ)(?:ないこと|ないと(?:わか|分か|判明|診断|言われ)"
        rf"|なかった(?!ら))",
        validity=OVER,
    ),
    known(rf"{OWN}{NAMES}(?:は|というのは|と(?:の|いう)診断は)誤診", validity=OVER),
)
