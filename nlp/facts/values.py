"""Clean the words of a fact's value: fillers away, lists split, signs as people type them."""

import re
import unicodedata

FILLERS_EN = re.compile(
    r"(?:(?<![\s,])[\s,]++(?:lol|haha+|hah|too|as well|though|tho|tbh|imo|really|a lot|very much|so"
    r" much|now|these days|anyway"
    r"|anyways|please|btw|by the way|of course|obviously|right now|at the moment|at all|here"
    r"|to be honest|actually"
    r"|most of all|again|more than anything|like crazy|even more|babes?|hun|bro|dude))+$",
    re.IGNORECASE,
)
FIRST_EN = re.compile(
    r"^(?:both|also|really|all kinds of|all sorts of|the occasional|[\w-]+-year-old)\s+",
    re.IGNORECASE,
)
# "My Celsius" is a thing that the owner calls by a name.
OWN_EN = re.compile(r"^(?:[Mm]y|[Oo]ur) (?=[A-Z])")
FIRST_JA = re.compile(
    r"^(?:[^、。]{1,12}じゃなくて|ちなみに|正直|ただ|むしろ|とくに|あと|それと|実は|ちょっと|とにかく|特に|やっぱり?"
    r"|やはり|昔から|(?:子ども|子供|小さい|幼い)(?:の)?(?:頃|ころ)から|最近は?"
    r"|今は|なんか|まあ|でも|で、|もともと|基本的?に?は?|(?:[先今]月|[先今]週|去年|今年|昨年|春|秋|\d{1,2}月)から"
    r"|あいつ(?:は|って)?|(?:独身|未婚|既婚|無職)で|[^、]{0,8}(?:てから|に飽きて)|たら(?=[ァ-ヶ一-龥]))、?"
)
LAST_JA = re.compile(r"(?:とか|など|なんか|みたいなの|系|を)$")
BETWEEN_EN = re.compile(r",? and (?:also )?|,? AND |,? or | & |, (?:and )?")
# "Dark, bitter chocolate" is one thing: adjectives before one noun.
ADJECTIVE = (
    r"(?:big|bitter|black|bright|cheap|chewy|clean|clear|cold|concise|cozy|cosy|creamy|crisp|crispy"
    r"|crowded|crunchy|dark|deep|detailed|direct|dry|early|easy|fast|firm|formal|fresh|fruity|functional"
    r"|gentle|heavy|hot|informal|large|late|lean|light|lightweight|long|loud|low-key|mild|minimal"
    r"|minimalist|modern|modular|narrow|natural|neat|noisy|old|open|plain|practical|quick|quiet|raw|rich"
    r"|rough|salty|sharp|short|simple|slow|small|smooth|soft|sour|spicy|steady|strong|structured|sunny"
    r"|sweet|tall|thick|thin|tidy|traditional|warm|weak|wet|white|wide|wild|windy|wooden)"
)
IS_ADJECTIVE = re.compile(ADJECTIVE, re.IGNORECASE)
BEGINS_WITH_ADJECTIVE = re.compile(rf"{ADJECTIVE} ", re.IGNORECASE)
# "I don't like coffee and never touch it": another statement, no item.
GOES_ON = re.compile(r"(?:never|always|don't|do not|doesn't|won't|will|would|should|must)\b")
BETWEEN_JA = re.compile(r"[、,・/／]|と(?=[^、]{1,})|や(?=[^、]{2,})|及び|および|and ")
NAMES_JA = re.compile(r"[、,・/／と]|(?<=[^、])や(?=[^、])")
TITLES = re.compile(r"(?<=.)(?:さん|くん|ちゃん|様|さま|氏)$")
# What goes together: of these neither half is liked alone.
_TOGETHER = re.compile(
    r"(?:fish and chips|mac(?:aroni)? and cheese|rock and roll|drum and bass"
    r"|rhythm and blues|country and western"
    r"|peanut butter and jelly|salt and (?:vinegar|pepper)|black and white"
    r"|gin and tonic|rum and coke|bread and butter"
    r"|cookies and cream|arts and crafts|bangers and mash|pie and mash"
    r"|biscuits and gravy|rice and (?:peas|beans)"
    r"|chicken and waffles|ham and (?:eggs|cheese)|cheese and onion|sweet and sour"
    r"|peace and quiet|bed and breakfasts?"
    r"|Simon and Garfunkel|Hall and Oates|Tom and Jerry|(?:Dungeons|dungeons) and [Dd]ragons"
    r"|hustle and bustle|odds and ends)\b",
    re.IGNORECASE,
)
_HALF = (
    r"(?!(?:the|a|an|my|his|her|their|our|how|when|to|not|just|then)\b)[\w'’-]+"
    r"(?: (?!(?:of|about|with|by|from|for|in|on|at|to|and|or|that|which"
    r"|who|than|between)\b)[\w'’-]+)"
)
_PAIR = re.compile(rf"{_HALF}{{0,3}} (?:and|or|&) {_HALF}{{0,3}}")
# Behind one word, two may be the rest of one name: "meat and potato pie", "old maps and globes".
_SHARED = re.compile(
    r"(?:\w+ and \w+ (?:pies?|soup|salad|sauce|sandwich(?:es)?|cakes?"
    r"|bread|crisps|music|films?|movies?|books?|games?|novels?|shows?"
    r"|food|shops?|fairs?)\b)"
)
ARTICLE = re.compile(r"^(?:also |plus )?(?:the|an?|my|some|our) ")
# "Farid (QA, nights) and Jo": who a name of a list is.
IN_BRACKETS = re.compile(r" \([^()]{0,80}\)")
IN_BRACKETS_JA = re.compile(r"[（(][^（）()]{0,40}[)）]")
# Signs that follow a value in a chat: "cats 😂", "a good meal -".
BEHIND = re.compile(r"[\s\-–—\ufe0f\u2600-\u27bf\U0001f000-\U0001faff]+$")
TAIL_EN = re.compile(
    r" (?:altogether|in general|after the (?:therapy|treatment))\b.*$", re.IGNORECASE
)
# Signs of quotation; an apostrophe within a word or behind it is none.
QUOTING = {'"': re.compile('"'), "'": re.compile(r"(?<!\w)'(?=\w)")}
EDGES = " \t\"'“”„«».,;:!?…*_`~()[]"


def clean_value(words: str, *, is_japanese: bool) -> str:
    """Return the words of a value without fillers at its edges; empty if nothing is left."""
    whole = unicodedata.normalize("NFC", words).strip()
    words = BEHIND.sub("", whole).strip(EDGES)
    for sign in ('"', "'"):
        if len(QUOTING[sign].findall(words)) % 2 and f"{words}{sign}" in whole:
            words += sign
    if is_japanese:
        return LAST_JA.sub("", FIRST_JA.sub("", words)).strip(EDGES)
    words = OWN_EN.sub("", FIRST_EN.sub("", FILLERS_EN.sub("", TAIL_EN.sub("", words))))
    return words if words.endswith(('"', "'")) else words.strip(EDGES)


def split_names(words: str, *, is_japanese: bool) -> list[str]:
    """Return the names of a list: "Ryan and Luke", without articles before them."""
    if is_japanese:
        bare = IN_BRACKETS_JA.sub("", words)
        names = (TITLES.sub("", part.strip(EDGES)) for part in NAMES_JA.split(bare))
        return [name for name in names if name]
    bare = IN_BRACKETS.sub("", words)
    parts = (ARTICLE.sub("", part.strip(EDGES)) for part in BETWEEN_EN.split(bare))
    return [part for part in parts if part]


def split_values(words: str, *, is_japanese: bool) -> list[str]:
    """Return the parts of a list: "peanuts, milk and eggs", 英語と中国語."""
    between = BETWEEN_JA if is_japanese else BETWEEN_EN
    parts: list[str] = []
    for part in between.split(words):
        if parts and IS_ADJECTIVE.fullmatch(parts[-1]) and BEGINS_WITH_ADJECTIVE.match(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return [part for part in parts if part.strip(EDGES) and not GOES_ON.match(part)]


def is_pair(words: str) -> bool:
    """Return whether "A and B" are two things: "gardening and chess", but not "fish and chips"."""
    first = words.partition(" and ")[0].partition(" or ")[0].partition(" & ")[0]
    is_one = (
        _TOGETHER.search(words)
        or _SHARED.match(words)
        or IS_ADJECTIVE.fullmatch(first.split(" ")[0])
    )
    return _PAIR.fullmatch(words) is not None and not is_one


def singular(kind: str) -> str:
    """Return the kind of one animal: "cat" of "cats", "pony" of "ponies"."""
    if kind.lower() in {
        "ponies",
        "puppies",
        "bunnies",
        "huskies",
        "canaries",
        "guppies",
        "staffies",
    }:
        return f"{kind[:-3]}y"
    return kind.removesuffix("s") if kind.isascii() and not kind.endswith(("ss", "us")) else kind
