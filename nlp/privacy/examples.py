"""Tell the values that are reserved for tests, documents and films from those of a person."""

import re

from nlp.text.sentences import word_set

from .spans import digits, half_width

# The cards that payment services publish for tests.
TEST_CARDS = word_set(
    """
    4111111111111111 4012888888881881 4242424242424242 4222222222222222 4917610000000000
    4000056655665556 4005519200000004 4009348888881881 4012000033330026 4217651111111119
    4500600000000061 5555555555554444 5105105105105100 5200828282828210 5500005555555559
    5454545454545454 5111111111111118 5424000000000015 2223003122003222 2223000048400011
    2222405343248877 2222420000001113 378282246310005 371449635398431 378734493671000
    374245455400126 341111111111111 6011111111111117 6011000990139424 6011000000000012
    6011981111111113 30569309025904 38520000023237 36227206271667 3056930009020004 3530111333300000
    3566002020360505 3566111111111113 3528000700000000 6520828282828210
    """
)
# No bank issues these beginnings.
TEST_CARD = re.compile(r"400000\d{10}|42424242\d{8}")
# Printed in wallets, on leaflets and in advertisements, and never given to anybody since.
TEST_SSN = word_set(
    """
    078051120 219099999 123456789 457555462 111111111 123121234
    """
)
# The examples of the registry of IBANs.
TEST_IBAN = word_set(
    """
    GB82WEST12345698765432 GB29NWBK60161331926819 GB33BUKB20201555555555 DE89370400440532013000
    FR1420041010050500013M02606 FR7630006000011234567890189 NL91ABNA0417164300 CH9300762011623852957
    CH5604835012345678009 BE68539007547034 BE71096123456769 ES9121000418450200051332
    ES7921000813610123456789 IT60X0542811101000000123456 AT611904300234573201
    SE4550000000058398257466 SE3550000000054910000003 NO9386011117947 NO8330001234567
    DK5000400440116243 FI2112345600000785 FI1410093000123458 IE29AIBK93115212345678
    IE64IRCE92050112345678 PL61109010140000071219812874 PT50000201231234567890154
    LU280019400644750000
    """
)
TEST_MY_NUMBER = frozenset({"123456789018", "000000000000", "111111111118"})
TEST_PASSPORT = frozenset({"L898902C3", "C01X00T47", "C01X0006H", "AB123456", "TH1234567"})
# Kept free for films and documents in North America, Britain and Australia.
TEST_TELEPHONE = re.compile(
    r"1?(?:\d{3})?55501\d{2}"
    r"|(?:44|0)(?:2079460|1632960|7700900|8081570|3069990|2920180|1914980|9098790"
    r"|1(?:13|14|15|16|17|18|21|31|41|51|61)4960)\d{3}"
    r"|(?:61|0)(?:491570\d{3}|[2378]5550\d{4}|[2378]7010\d{4})"
    r"|0+|\d{2,3}0{8}"
)
# Keys of documentation say so; jwt.io shows the token of John Doe.
TEST_KEY = re.compile(r"EXAMPLE|eyJzdWIiOiIxMjM0NTY3ODkwI")
# A text that calls a value a test number, within so many characters of it.
CALLED = re.compile(
    r"\b(?:test (?:cards?|numbers?|accounts?)|dummy|specimen|(?:sample|example|fake) "
    r"(?:cards?|numbers?|ssn|iban|keys?|values?))\b|テスト(?:用|カード|番号|決済)|見本|サンプル|ダミー"
    r"|架空|記入例",
    re.I | re.A,
)
# Cards and accounts of a sandbox are invented; its keys open it all the same.
SANDBOX = re.compile(r"\bsandbox\b|サンドボックス", re.I | re.A)
CALLED_NEAR = 30
# A text that gives a value as the form of such values, directly before it.
FORM_OF = re.compile(
    r"(?:\bfor example|\be\.?g\.?|\bfor instance|\bsuch as|\bsomething like|\blooks like|\bformat"
    r"|\bplaceholder|\bexample|プレースホルダー?"
    r"|例えば|たとえば|記入例|入力例|(?<![一-龯])例|形式|のような)[^\S\n]?[は:：,、(（\"“「-]{0,2}[^\S\n]?$",
    re.I,
)
FORM_OF_NEAR = 16
# A game or a story, whose codes, patients and houses belong to nobody.
STORY = re.compile(
    r"\b(?:(?:in|of) (?:the|that|this|a|his|her) (?:game|story|film|movie|show|series|novel|book)"
    r"|escape (?:room|game|manor)"
    r"|(?:next|this|stuck on a?) ?level|side ?quest|dungeon|boss fight|screenplay|novel notes|my novel"
    r"|fan ?fic|murder mystery|drama,|ep(?:isode)?\.? ?\d|ch(?:apter)?\.? ?\d)\b"
    r"|脱出ゲーム|謎解き|ゲームの(?:中|問|ヒント)|ドラマの|ドラマで|小説の|アニメの|漫画の|劇中|ミステリー|考察",
    re.IGNORECASE,
)
OF_STORIES = frozenset({"password", "medical_record", "address"})
# Of passwords only what a story shows too: a code, a number with arrows, or plain words.
CODE = re.compile(r"[\d\W_]{2,12}|[A-Z]{1,3}-?\d{2,6}|[a-z]+(?: [a-z]+)*")
NUMBERS = frozenset(
    {
        "credit_card",
        "ssn",
        "iban",
        "bank_account",
        "my_number",
        "passport",
        "phone",
        "api_key",
        "ni_number",
        "driving_license",
        "insurance_number",
        "medical_record",
        "email",
    }
)


def is_called_example(what: str, text: str, start: int, end: int) -> bool:
    """Whether the words around a number call it one for tests."""
    if what not in NUMBERS:
        return False
    around = text[max(0, start - CALLED_NEAR) : start], text[end : end + CALLED_NEAR]
    if any(CALLED.search(words) for words in around):
        return True
    if what != "api_key" and any(SANDBOX.search(words) for words in around):
        return True
    return bool(FORM_OF.search(text, max(0, start - FORM_OF_NEAR), start))


def tells_story(text: str) -> bool:
    """Whether a text is about a game or a story."""
    return bool(STORY.search(text))


def may_be_of_story(what: str, value: str) -> bool:
    """Whether a value in a text about a game or a story may be one of it."""
    return what in OF_STORIES and (what != "password" or bool(CODE.fullmatch(value)))


def is_reserved(what: str, value: str) -> bool:
    """Whether a value of a kind is reserved, so that it belongs to nobody."""
    number = digits(half_width(value))
    match what:
        case "credit_card":
            return number in TEST_CARDS or bool(TEST_CARD.fullmatch(number))
        case "ssn":
            return number in TEST_SSN
        case "ni_number":
            return value.upper().startswith("QQ")
        case "iban":
            return value.replace(" ", "") in TEST_IBAN
        case "my_number":
            return number in TEST_MY_NUMBER
        case "passport":
            return value.replace(" ", "") in TEST_PASSPORT
        case "phone":
            return bool(TEST_TELEPHONE.fullmatch(number))
        case "api_key":
            return bool(TEST_KEY.search(value))
    return False
