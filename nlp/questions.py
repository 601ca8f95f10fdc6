"""Read words and names in questions: what asks, and what names."""

import re
import unicodedata

from nlp.text.tokens import STOP_WORDS

# Words that ask or that any question may hold; none of them says what is asked about.
ASKING = STOP_WORDS | frozenset(
    [
        "many", "much", "long", "far", "old", "often", "fast", "first", "last", "big", "high", "heavy",
        "kind", "type", "sort", "get", "gets", "got", "one", "use", "used", "user", "mr", "mrs", "ms",
        "dr", "name", "names",
    ]
)  # fmt: skip
JAPANESE_ASKING = re.compile(
    r"何[人台枚箱本回匹個社棟円時分秒日年月歳度番号便]*|誰|最初|今年|今月|今|先月|一番|私|自分|件"
    r"|(?<=の)名前|[0-9]+[月日年時分]|先生|部長|社長|課長"
)
LATIN = re.compile(r"[a-zà-ɏ0-9]")
NAMES = re.compile(r"\b[A-Z][a-z]{2,}(?:\s[A-Z][a-z]{2,})*\b")
HONORED = re.compile(
    r"([々一-鿿]{2,4}|[ァ-ヶー・]{2,40})(?=さん|先生|おじさん|おばさん|くん|ちゃん|氏|様)"
)
TO_DO = re.compile(
    r"\b(?:what|which|anything|is there|are there|show|list|tell|remind|give)\b[^.?!\n]{0,40}"
    r"\b(?:(?:I|we) (?:still )?(?:have|need|got|ought) to (?:do|get done)|left to do|still to do"
    r"|on my (?:plate|list|to-?do list)|my (?:open |pending )?(?:tasks|to-?dos|deadlines)"
    r"|(?:tasks|to-?dos|deadlines) (?:do I have|are (?:open|due|left|overdue))|is (?:over)?due|I owe)\b"
    r"|(?:やること|やるべきこと|しないといけないこと|しなきゃいけないこと|タスク|[Tt][Oo][Dd][Oo]|宿題|締め?切り)"
    r"(?:は|って|を|が|に)?[^。\n]{0,12}(?:何|なに|ある|残って|教えて|見せて|一覧|[?？]\s*$)",
    re.IGNORECASE,
)
QUESTION_ENDS = ("?", "？", "か", "か。")
# "What should I cook on Sunday?" wants advice for that day, and nothing that was said of it.
ADVICE = re.compile(
    r"\b(?:what|where|how|which [\w ]{1,30}?|who) (?:should|shall|could|can|might) (?:I|we)\b"
    r"|\b(?:can|could|would|will) you (?:please )?(?:suggest|recommend|plan)\b"
    r"|(?:たら|れば|と)(?:いい|良い|よい)|べき|おすすめ|お勧め|提案して",
    re.IGNORECASE,
)
# A very long text is compared by its beginning.
MOST_READ = 4_000


def names_asked(question: str) -> list[str]:
    """Return what must be names in a question: capitalized words inside it, and 田中 of 田中さん.

    The first word counts only together with a second one, since every sentence begins with a capital.
    """
    found = []
    for match in NAMES.finditer(question):
        words = match[0].split()
        starts = match.start() == 0 or question[: match.start()].rstrip()[-1:] in ".?!"
        if starts and (len(words) == 1 or words[0].lower() in ASKING):
            words = words[1:]
        if words and any(word.lower() not in ASKING for word in words):
            found.append(" ".join(words))
    return list(dict.fromkeys([*found, *(match[1] for match in HONORED.finditer(question))]))


def normalize(text: str) -> str:
    """Return the beginning of a text (4,000 characters) in one width and case."""
    return unicodedata.normalize("NFKC", text[:MOST_READ]).lower()


def without_name(text: str, name: str) -> str:
    """Return a normal text without a normal name."""
    if not name.isascii():
        # A name of one character (蓮) may be a part of any word.
        after = "(?=[のはがにとをもへで、？?]|$)" if len(name) == 1 else ""
        return re.sub(re.escape(name) + after, " ", text)
    return re.sub(rf"(?<![a-z0-9]){re.escape(name)}(?:'s)?(?![a-z0-9])", " ", text)


def asks_for_tasks(message: str) -> bool:
    """Return whether a message asks what is still to be done: "What do I have to do this week?"."""
    return TO_DO.search(message) is not None


def asks_what_was(message: str) -> bool:
    """Return whether a message asks for what is known: a time in any other says when to do something."""
    return message.rstrip().endswith(QUESTION_ENDS) and not ADVICE.search(message)
