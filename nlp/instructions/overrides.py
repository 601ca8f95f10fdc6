"""Find the plain words that set an assistant's instructions aside.

They count in any surroundings: a model that weighs what stands around a sentence may be misled by
many harmless ones. What somebody quotes or was told does not count.
"""

import re

ORDERS = r"(?:instructions?|prompts?|rules?|guidelines?|guardrails?|directives?|restrictions|programming)"
OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any )?(?:of )?(?:the |your )?"
    r"(?:previous|prior|above|earlier|preceding|existing|developer|system|safety|original)"
    rf" (?:\w{{1,20}} )?{ORDERS}\b"
    r"|(?:これまで|以前|先ほど|上記|今まで|従来|開発者|システム)の?(?:すべての|全ての)?"
    r"(?:指示|命令|プロンプト|ルール|規則|制約|制限)[はをも]?(?:すべて|全て|全部)?"
    r"(?:無視|忘れ|破棄|無効に|上書き)(?:して|し、|せよ|しろ|すること|て|ろ|なさい)",
    re.IGNORECASE,
)
REPORTED = re.compile(
    r"[\"“”「」『』`]|\b(?:told|asked|said|says|ordered|instructed|wrote|such as|like|phrase)\b"
    r"|(?:と|って|ように|よう)(?:言わ|言っ|頼ま|頼ん|指示さ|伝えら|書か|いう)|などの",
    re.IGNORECASE,
)
NEAR = 60


def has_override(text: str) -> bool:
    """Return whether a text itself sets instructions aside."""
    return any(
        not REPORTED.search(text[max(0, found.start() - NEAR) : found.end() + NEAR])
        for found in OVERRIDE.finditer(text)
    )
