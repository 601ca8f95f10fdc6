"""Secrets that what stands around them tells, and harmless texts that resemble them."""

import pytest

from nlp.privacy.policy import detect

HEX = "5d1f0c9e8b7a46325d1f0c9e8b7a4632"
UUID = "4e2b6f0a-93c1-4d5e-8f7a-1b2c3d4e5f60"
AWS_SECRET = "D9VfBQWtE0UR3DcYJfeiC1yDjgXUT7B7rRGtOUR0"
WORDS = "river lemon tunnel orbit velvet parade tumble kiwi donor sketch harbor cactus"
FOUND = [
    (f"keys for the monitor\napi {HEX}\napp {HEX[::-1]}", "api_key", HEX[::-1]),
    (f"AKIAQ7ZT4MXW2LRD6HPB is out, {AWS_SECRET} with it", "api_key", AWS_SECRET),
    (f"ok {UUID} is my api token", "api_key", UUID),
    (f"vendorctl auth {UUID} did it", "api_key", UUID),
    ("<password>Willow31x</password>", "password", "Willow31x"),
    ("jdbc:oracle:thin:app/H3ron-Reed@//db1:1521/ORCL", "password", "H3ron-Reed"),
    ("site,user,password\nforum,ann,m1ll-Pond", "password", "m1ll-Pond"),
    ("The safe word for pickup is thimblerig.", "password", "thimblerig"),
    (
        "network at the hut: HutNet, pass walk slower than snails",
        "password",
        "walk slower than snails",
    ),
    ("sudo -S <<< herring55 ls", "password", "herring55"),
    ("Backup codes: 28f6-lsek, zbva-jgfa", "password", "zbva-jgfa"),
    (f"ledger words are {WORDS}", "password", WORDS),
    ("secret question first band, answer The Larks", "password", "The Larks"),
    ("To disarm, press 61044 within a minute", "password", "61044"),
    ("銀行の合言葉「最初の先生」→「轟木」", "password", "轟木"),
    ("LINEの引き継ぎPIN771204", "password", "771204"),
    ("mastercard is wrong on the invoice, mine is 5396 6954 9131 7382", "credit_card", "5396 6954"),
    ("card 4539 4280 6586 9682 / 884 / 07-28", "cvv", "884"),
    ("ITIN 914-70-7179", "ssn", "914-70-7179"),
    ("Wire it to 214500837 today", "bank_account", "214500837"),
    (
        "IT60 X 05428 11101 0000 0012 3457? no, IBAN: IT43 K 03069 09511 1000 0417 2836",
        "iban",
        "IT43",
    ),
    ("my direct line: 01223 711774", "phone", "01223 711774"),
    ("妻は080-8789-5669です", "phone", "080-8789-5669"),
    ("Sitter: Maya, 717.684.1083", "phone", "717.684.1083"),
    ("Forward it to PO Box 771, Bozeman, MT 59771", "address", "PO Box 771"),
    ("自宅:札幌市中央区南5条西9丁目12-3", "address", "札幌市中央区南5条西9丁目12-3"),
    ("CA DL F3080051", "driving_license", "F3080051"),
]
HARMLESS = [
    "糖尿病の初期症状をまとめて",
    "大人のADHDについての本を3冊紹介して",
    "2007年のHIV感染者は何人ですか",
    "Insulin was discovered in 1921",
    "What is the usual dose of ibuprofen for adults?",
    "その小学校は兵庫県宝塚市山本丸橋1丁目に所在する",
    "Ring 1-888-280-4331, it's free",
    "The wifi here is called Pret_Free_2 and needs no password",
    "fn login(user: &str, password: &str) -> Session",
    "pinned requests==2.31.0, the login broke",
    f"Idempotency-Key: {UUID}",
    "Message-ID: <f6701e10dfe37425.4a5ba7cd@mail.gmail.com>",
    "パスワードは「password123」みたいなのを使わないこと",
    "return check_password_hash(self.hash, password)\n    flash('Login ok', 'success')",
    "password = getpass.getpass()",
    "DB_USER= DB_PASSWORD= DB_NAME=",
]


@pytest.mark.parametrize(("text", "what", "words"), FOUND)
def test_what_its_context_tells_is_found(text: str, what: str, words: str) -> None:
    start = text.index(words)
    assert any(one.what == what and one.start <= start < one.end for one in detect(text))


@pytest.mark.parametrize("text", HARMLESS)
def test_a_look_alike_is_left(text: str) -> None:
    assert [one for one in detect(text) if not one.is_example and one.confidence >= 0.7] == []
