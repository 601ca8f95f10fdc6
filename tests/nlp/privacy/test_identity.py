"""Numbers of cards, licenses, insurances and patients, by their words, forms and check digits."""

import pytest

from nlp.privacy.policy import Masked, apply_privacy, detect
from nlp.readers import PrivacyPolicy
from tests.growth import assert_grows_with_length

FOUND = [
    ("Driver's license for the van: D5518203 (Oregon)", "driving_license", "D5518203"),
    ("Card 4539 5787 6362 1486, code on the back 417.", "cvv", "417"),
    ("California DL Y3482910", "driving_license", "Y3482910"),
    ("My licence is MORGA657054SM9IJ", "driving_license", "MORGA657054SM9IJ"),
    ("運転免許証の番号 30 96 123456 70", "driving_license", "30 96 123456 70"),
    ("Policy no. HH-8823-4410-2 with Aviva", "insurance_number", "HH-8823-4410-2"),
    ("Medicaid ID: AB12345C", "insurance_number", "AB12345C"),
    ("健康保険の記号は1234、番号は567890", "insurance_number", "567890"),
    ("基礎年金番号 1234-567890", "insurance_number", "1234-567890"),
    ("NHS no 485 777 3456", "medical_record", "485 777 3456"),
    ("カルテNo.55-1029", "medical_record", "55-1029"),
    ("my national insurance is je 61 47 28 d", "ni_number", "je 61 47 28 d"),
    ("Card exp 11/28, code 382", "cvv", "382"),
    ("裏面の3桁は774", "cvv", "774"),
    ("the kid's social too: 733 18 2290", "ssn", "733 18 2290"),
    ("旅券番号 TK7719028、姉はMU0021947", "passport", "MU0021947"),
    ("Transfer to Lloyds 30-98-77 00718293", "bank_account", "00718293"),
    ("三井住友銀行 新宿支店 (普) 1928374", "bank_account", "1928374"),
    ("my BSB is 062-000 and account 1234 5678", "bank_account", "1234 5678"),
    ("年末調整で娘の番号 526381904743 を書く", "my_number", "526381904743"),
    ("引っ越し先は札幌市豊平区平岸3条5丁目4-22", "address", "札幌市豊平区平岸3条5丁目4-22"),
    ("ペニシリンにアレルギーがある", "health", "ペニシリン"),
    ("lisinopril 10 mg, once a day", "health", "lisinopril 10 mg"),
    ("次男は卵と乳製品のアレルギーがあるので外して", "health", "卵と乳製品"),
    ("健康保険 記号・番号 8801・447 枝番01", "insurance_number", "447"),
    ("the deposit goes back to 11840273 (08-92-50, Co-op)", "bank_account", "11840273"),
    ("りそな/梅田/普通/1850394 名義は母", "bank_account", "1850394"),
    ("the three digits from the back of my Visa. It's 094", "cvv", "094"),
    ("大家の佐々木さん(03-4417-2719)に電話する", "phone", "03-4417-2719"),
    ("Text me when you're near, +44 7911 550 263.", "phone", "+44 7911 550 263"),
]
HARMLESS = [
    "Licence renewal is due in 2031, the theory test on 12 May at 10:15.",
    "My license plate is 7ABC123.",
    "免許の更新は2027年1月まで。",
    "保険証は2024年12月に廃止。",
    "Policy changed in 2023, with 14 days' notice.",
    "Medical records go back to 1998.",
    "診察は10時30分から。",
    "Membership number for the library: 20017734",
    "The membership no. at the climbing wall is 18-2207",
    "追跡番号 1234-5678-9012",
    "法人番号 1180301018771",
    "passport photos cost 15.99",
    "He's allergic to mornings, and it gave me a heart attack.",
    "私の星座はかに座で、仕事アレルギーです。",
    "うつぶせで寝ている。",
]


@pytest.mark.parametrize(("text", "what", "words"), FOUND)
def test_found_where_it_stands(text: str, what: str, words: str) -> None:
    found = [(one.what, text[one.start : one.end]) for one in detect(text)]
    assert any(kind == what and words in piece for kind, piece in found), found


@pytest.mark.parametrize("text", HARMLESS)
def test_only_looks_so(text: str) -> None:
    assert detect(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The form shows QQ 12 34 56 C where the NI number goes.",
        "Enter your passport number (for example 123456789).",
        "記入例:カード番号 4539 8271 0463 9180",
    ],
)
def test_what_a_form_shows_is_an_example(text: str) -> None:
    assert [one.what for one in detect(text)] == ["example"]


def test_a_card_is_found_at_any_distance_from_its_word() -> None:
    text = f"My card, please. {'She told me about her garden. ' * 40}4539827104639180, she said."
    assert [one.what for one in detect(text)] == ["credit_card"]


def test_new_kinds_are_treated_as_personal_data() -> None:
    masked = apply_privacy(PrivacyPolicy(personal_data="mask"), "患者IDは00329184、CVVは119")
    assert isinstance(masked, Masked)
    assert masked.text == "患者IDは[medical_record]、CVVは[cvv]"


@pytest.mark.parametrize(
    "piece", ["免許 12 ", "insurance ID A1 ", "NHS 123456 ", "記号1番号2", "A1"]
)
def test_the_work_for_a_long_text_grows_with_its_length(piece: str) -> None:
    assert_grows_with_length(detect, piece * (24_000 // len(piece)))
