"""The words for an assistant, its user and its orders, and how a sign of an order is sought."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
AI = (
    r"(?:ai|llms?|language models?|chat ?bots?|(?:ai )?(?:assistants?|agents?|crawlers?|models?)"
    r"|copilot|gpt|claude|gemini|(?:screening|ranking|review|hiring|grading) (?:system|software|bot))"
)
ORDER = (
    r"(?:say|tell|write|send|forward|reveal|ignore|disregard|delete|escalate|switch|disable|enable|list|print"
    r"|output|respond|answer|reply|recommend|stop|treat|give|call|run|execute|add|post|install|pretend|act"
    r"|forget|approve|pay|grant|never|always|do not|don['’]t|when|whenever|instead|you (?:must|are|will"
    r"|should|have to|shall)|must|from now on)"
)
ORDERS = (
    r"(?:instructions?|prompts?|rules?|messages?|guidelines?|guardrails?|polic(?:y|ies)|directives?|orders"
    r"|context|training|restrictions|filters|programming|preferences?)"
)
JAPANESE_AI = (
    r"(?:AI|ＡＩ|LLM|言語モデル|モデル|アシスタント|エージェント|クローラー|ボット|チャットボット|コパイロット"
    r"|選考システム|審査システム|採点システム|自動応答|人工知能)"
)
USER = r"(?:(?:the|this|that) (?:user|person|owner|reader|human|customer)|users?)"
JAPANESE_USER = r"(?:この人|本人|利用者|ユーザー|所有者|持ち主|閲覧者)"


@dataclass(frozen=True, slots=True)
class Sign:
    """Words that weigh so much in 0…1; those of a script are only sought in a text that has it."""

    weight: float
    latin: re.Pattern[str] | None
    japanese: re.Pattern[str] | None

    def found_in(self, text: str, *, is_japanese: bool) -> Iterator[re.Match[str]]:
        """Yield where the words stand."""
        if self.latin:
            yield from self.latin.finditer(text)
        if self.japanese and is_japanese:
            yield from self.japanese.finditer(text)


def sign_of(weight: float, *patterns: str) -> Sign:
    latin = [pattern for pattern in patterns if not JAPANESE.search(pattern)]
    rest = [pattern for pattern in patterns if JAPANESE.search(pattern)]
    return Sign(weight, _either(latin), _either(rest))


def _either(patterns: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(patterns), re.I) if patterns else None
