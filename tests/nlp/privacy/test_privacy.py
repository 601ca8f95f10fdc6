"""What is sensitive is found where it stands; numbers and words that only look so are not."""

import pytest

from nlp.privacy.policy import Masked, Refused, apply_privacy, detect, is_asked_about
from nlp.readers import PrivacyPolicy
from tests.depth import depth
from tests.growth import assert_grows_with_length

FOUND = [
    ("田中さんの携帯は090-1234-5678です。", "phone", "090-1234-5678"),
    ("Call me at +44 20 7183 8750 after five.", "phone", "+44 20 7183 8750"),
    ("電話番号：０３−１２３４−５６７８", "phone", "０３−１２３４−５６７８"),
    ("Phone: (415) 555-2671", "phone", "(415) 555-2671"),
    ("予約は 03-3456-7890 まで", "phone", "03-3456-7890"),
    ("My card is 4539 5787 6362 1486, exp 12/27", "credit_card", "4539 5787 6362 1486"),
    ("マイナンバーは6214 8039 5276", "my_number", "6214 8039 5276"),
    ("IBAN DE02 1203 0000 0000 2020 51", "iban", "DE02 1203 0000 0000 2020 51"),
    ("Write to maria@lindqvist.se, please.", "email", "maria@lindqvist.se"),
    ("連絡先はtanaka.taro@aozora.co.jpです", "email", "tanaka.taro@aozora.co.jp"),
    ("key AKIAQ3ZD7XW2LM5T8RVB in the env", "api_key", "AKIAQ3ZD7XW2LM5T8RVB"),
    ("postgres://app:s3cr3tpw@db:5432/x", "password", "s3cr3tpw"),
    ("APIキーは Zk39dLq82mPwT1vB です", "api_key", "Zk39dLq82mPwT1vB"),
    ("The Wi-Fi password is Kiri-7742-blue, ask Maria", "password", "Kiri-7742-blue"),
    ("パスワードはkiri7742です", "password", "kiri7742"),
    ("password: hunter2", "password", "hunter2"),
    ("パスワード（社内Wi-Fi）：Momiji#2026", "password", "Momiji#2026"),
    ("暗証番号は4821", "password", "4821"),
    ("The passphrase for the safe is Heron.", "password", "Heron"),
    ("Password at the gym: Tulip-77", "password", "Tulip-77"),
    ("NAS_SECRET_KEY=q8Zt2Lw9Xe4Rk7Vb", "api_key", "q8Zt2Lw9Xe4Rk7Vb"),
    ("My SSN is 536-22-8726.", "ssn", "536-22-8726"),
    ("銀行 普通 7654321", "bank_account", "普通 7654321"),
    ("The sort code is 20-45-13", "bank_account", "20-45-13"),
    ("パスポートの番号はTZ4410873", "passport", "TZ4410873"),
    ("住所は東京都杉並区青葉2-14-7です", "address", "東京都杉並区青葉2-14-7"),
    ("She was diagnosed with coeliac disease.", "health", "coeliac disease"),
    ("先週、糖尿病と診断された。", "health", "糖尿病"),
    ("I have been diagnosed with type 2 diabetes.", "health", "type 2 diabetes"),
    ("She has stage 3 breast cancer.", "health", "stage 3 breast cancer"),
    ("母は糖尿病で透析中です。", "health", "糖尿病で透析"),
    ("ルーターのパスワードは hanabi2024! です", "password", "hanabi2024!"),
    ("パスワードはhanabi2024?です", "password", "hanabi2024?"),
    ("The password is hanabi2024) and it works", "password", "hanabi2024)"),
    ("(if the password is hanabi2024) and it works", "password", "hanabi2024"),
    ("The password is hanabi2024! Ask Maria.", "password", "hanabi2024!"),
    ("the wifi password is hanabi2024!", "password", "hanabi2024!"),
    ("パスワードは hanabi2024!。", "password", "hanabi2024!"),
    ("Is the password hanabi2024? Ask Maria.", "password", "hanabi2024"),
    ("The code of the door is 4821!", "password", "4821"),
]
NOT_FOUND = [
    "Order 4111 1111 1111 1111 was shipped.",
    "注文番号 4111111111111111 を確認した。",
    "My card is 4111 1111 1111 1112.",
    "管理番号 123456789018 の備品",
    "マイナンバーは1234 5678 9012",
    "会議は2026-11-22 10:00、参加者は5名、予算は30,000,000円",
    "Released 2026-11-22 14:30:55, build 20261122143055",
    "UUID 550e8400-e29b-41d4-a716-446655440000",
    "commit 3bf53fc36fe2dc4d76cc0f88d5e607489e3c7e36",
    "Version 1.2.3.4 listens on port 8080.",
    "The password is stored in the vault.",
    "the password is wrong",
    "The password is GitHub's business.",
    "パスワードは毎月変えること。",
    "パスワードはGitHubのものと同じ",
    "パスワードが違うと言われた",
    "Mail bob@example.com or noreply@aozora.co.jp",
    "@maria reviewed it; see git@server:repo.git",
    "会員番号 03-1234-5678-9",
    "It ran from 10-12-2024 to 11-22-2026.",
    "座標は 35.6812-139.7671",
    "api_key = os.environ['WASURENA_KEY']",
    "user = User(name, password=hashed_password)\n  hashed = hash_password(password)",
    "def check(password):\n    return bcrypt.check(password)",
    'password = "mysecretpassword"  # test',
    "PASSWORD = os.environ['DB_PASSWORD']",
    "OPENAI_API_KEY=your-api-key-here1",
    "A paper on depression and diabetes research.",
    "健康診断の予約を取る。",
    "フリーダイヤル 0120-444-444",
    "電話は0800-123-4567、または0570-064-556",
]
RESERVED = [
    "Pay with the card 4111 1111 1111 1111.",
    "カード番号は5500-0055-5555-5559",
    "078-05-1120 stood on every wallet.",
    "個人番号：１２３４５６７８９０１８",
    "IBAN DE89 3704 0044 0532 0130 00",
    "Call +44 20 7946 0958.",
    "key AKIAIOSFODNN7EXAMPLE in the env",
]


@pytest.mark.parametrize(("text", "what", "words"), FOUND)
def test_found_where_it_stands(text: str, what: str, words: str) -> None:
    found = detect(text)
    assert [(text[one.start : one.end], one.what) for one in found] == [(words, what)]
    assert all(0.7 <= one.confidence <= 1 for one in found)


@pytest.mark.parametrize("text", NOT_FOUND)
def test_only_looks_so(text: str) -> None:
    assert detect(text) == []


@pytest.mark.parametrize("text", RESERVED)
def test_a_number_that_is_reserved_for_tests_is_nobodys(text: str) -> None:
    [found] = detect(text)
    assert found.what == "example" and found.is_example
    assert apply_privacy(PrivacyPolicy(secrets="refuse", personal_data="mask"), text) == text


def test_health_has_a_policy_of_its_own() -> None:
    text = "She was diagnosed with coeliac disease."
    [found] = detect(text)
    assert not is_asked_about(PrivacyPolicy(), found)
    assert is_asked_about(PrivacyPolicy(health="ask"), found)
    assert apply_privacy(PrivacyPolicy(personal_data="mask"), text) == text
    masked = apply_privacy(PrivacyPolicy(health="mask"), text)
    assert isinstance(masked, Masked) and masked.text == "She was diagnosed with [health]."


@pytest.mark.deep
@pytest.mark.parametrize(
    "text",
    [
        "/" * 99_000,
        "sk-" * 33_000,
        "eyJ" * 10_000,
        "12:30 " * 16_000,
        "password: a" * 9_000,
        "京都" * 40_000,
        "Aa1_" * 25_000,
        "うつ" * 20_000,
    ],
)
def test_the_work_for_a_long_text_grows_with_its_length(text: str) -> None:
    assert_grows_with_length(detect, text[: depth(len(text) // 3, len(text))])


def test_a_private_key_is_one_stretch() -> None:
    key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r\n-----END OPENSSH PRIVATE KEY-----"
    text = f"The key of the server:\n{key}\nkeep it."
    [found] = detect(text)
    assert (text[found.start : found.end], found.what) == (key, "private_key")


def test_a_pack_keeps_masks_or_refuses() -> None:
    text = "Maria: maria@lindqvist.se, the password is Kiri-7742-blue."
    assert apply_privacy(PrivacyPolicy(), text) == text
    masked = apply_privacy(PrivacyPolicy(personal_data="mask"), text)
    assert isinstance(masked, Masked)
    assert masked.text == "Maria: [email], the password is Kiri-7742-blue."
    refused = apply_privacy(PrivacyPolicy(secrets="refuse", personal_data="mask"), text)
    assert isinstance(refused, Refused)
    assert [one.what for one in refused.found] == ["password"]
    assert apply_privacy(PrivacyPolicy(secrets="refuse"), "Nothing here.") == "Nothing here."


@pytest.mark.parametrize(
    "text",
    [
        "The bakery on Elm picks up at (503) 228-4471 until noon.",
        "パン屋の電話は 03-3461-2208、朝7時から。",
        "市立図書館 011-512-7320 に電話して返却日を聞く",
    ],
)
def test_the_number_of_a_shop_is_no_persons(text: str) -> None:
    assert detect(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Mia from the bakery, her mobile is 07418 220 916.",
        "パン屋の店長の携帯は 090-3461-2208",
        "ホテルから母の電話 03-3461-2208 にかけた",
        "Vet's out-of-hours 020 7946 3310",
    ],
)
def test_the_number_of_whoever_works_there_is(text: str) -> None:
    assert [one.what for one in detect(text)] == ["phone"]
