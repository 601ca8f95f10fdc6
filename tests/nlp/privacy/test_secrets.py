"""Secrets by what they open: keys, passwords of programs, codes, and answers to questions."""

import pytest

from nlp.privacy.policy import detect
from tests.depth import depth
from tests.growth import assert_grows_with_length

WORDS = "apple river stone kitchen ladder window orange pencil garden mirror bottle candle"
UUID = "4e2b6f0a-93c1-4d5e-8f7a-1b2c3d4e5f60"
VOYAGE, OKTA = f"pa-{'Xk3JtQ9ZrLm2VwYb7NcHd8' * 2}"[:46], f"00{'QCjAl4MlV-WPXM9i3kCn' * 2}"
ASANA = "1/1204567890123456:8f14e45fceea167a5a36dedd4bea2543"
FOUND = [
    (
        "The storeroom door is seven one double four, then hash.",
        "password",
        "seven one double four",
    ),
    ("倉庫の番号はきゅう、に、ろく、ご、そのあとシャープ", "password", "きゅう、に、ろく、ご"),
    ("書庫の金庫はよんはちさんろくで開く", "password", "よんはちさんろく"),
    ("資料室の棚は41-26で合わせて引く", "password", "41-26"),
    ("門の番号は6604です", "password", "6604"),
    ("コピー機は5093を押してから使う", "password", "5093"),
    ("グーグルのバックアップコード、6120 8834と2207 5519", "password", "6120 8834"),
    ("動画サービス／sato-ie／shirokuma_0817", "password", "shirokuma_0817"),
    ("The Wi-Fi at gran's, you join with three-wet-spaniels.", "password", "three-wet-spaniels"),
    ("When they want the telephone password say amber walrus.", "password", "amber walrus"),
    ("What was your old street? I answered Quarry Lane for the bank.", "password", "Quarry Lane"),
    ("AWS for the sandbox: AKIAQ7PZ3MWX5TNB2KDV", "api_key", "AKIAQ7PZ3MWX5TNB2KDV"),
    ("Twilio auth is 5d1f0c9be27a4438a6d2917fe03bc584", "api_key", "5d1f0c9be27a4438"),
    ("The job printed SECRET=r8Kd2Lm9Qw4Rt7Yz1BnV", "api_key", "r8Kd2Lm9Qw4Rt7Yz1BnV"),
    ("A3-K7QX2M-W9TR4P-LH3ZC-8BVN5-2JDYF-6GSWE is for 1P", "api_key", "A3-K7QX2M"),
    ("pattern on the tablet: 3-6-9-8-7", "password", "3-6-9-8-7"),
    (f"Voyage {VOYAGE} is mine", "api_key", VOYAGE),
    (f"Asana: {ASANA}", "api_key", ASANA),
    (f"Authorization: SSWS {OKTA}", "api_key", OKTA),
    (f"Plaid gave access-sandbox-{UUID}.", "api_key", f"access-sandbox-{UUID}"),
    ("Gate code at mum's: C1948Y then the green button", "password", "C1948Y"),
    ("The combination for the bike lock is 4-8-1-5.", "password", "4-8-1-5"),
    ("If the tablet locks, 2580 gets you in.", "password", "2580"),
    ("sim pin 1180 puk 77341209", "password", "77341209"),
    ("pin number for the bank card: three three nine oh", "password", "three three nine oh"),
    ("オートロックの番号 1203# で開く", "password", "1203"),
    ("倉庫の南京錠は 3-0-8 です", "password", "3-0-8"),
    ("金庫のダイヤルは右に32、左に18、右に7", "password", "右に32、左に18、右に7"),
    ("警備の解除は5530を押して#", "password", "5530"),
    ("暗証番号 よん、はち、に、ゼロ", "password", "よん、はち、に、ゼロ"),
    ("PGPASSWORD=saltMarsh_19 psql -U app", "password", "saltMarsh_19"),
    ("mysql -h 10.0.0.4 -u root -pHoneyBadger77 shop", "password", "HoneyBadger77"),
    ("machine ftp.foo.org login bob password Pelican$12", "password", "Pelican$12"),
    ("Data Source=srv;User ID=sa;Pwd=Gr4nite#Top", "password", "Gr4nite#Top"),
    ("redis://:k1tt3nMitten@10.1.2.3:6379", "password", "k1tt3nMitten"),
    ("define('DB_PASSWORD', 'Pine(cone)77');", "password", "Pine(cone)77"),
    ("Logging in: jo.ferris / Hedgerow_51", "password", "Hedgerow_51"),
    ("To open the archive, type Larch.Tree5 please.", "password", "Larch.Tree5"),
    ("会社のPCはhanamaru77!で入れる", "password", "hanamaru77"),
    ("合言葉は「ひまわり畑」です", "password", "ひまわり畑"),
    ("パスワードをお知らせします。\nzq81-Kaeru\nよろしく", "password", "zq81-Kaeru"),
    ("Backup codes:\n4821 9930\n1177 2048", "password", "1177 2048"),
    (f"Seed phrase: {WORDS}", "password", WORDS),
    ("My security question (first car): Datsun Cherry.", "password", "Datsun Cherry"),
    ("秘密の質問の答えは「カレーうどん」", "password", "カレーうどん"),
    ("curl -H 'X-Api-Key: 9fd2c61b8e7a40d3' https://api.foo.io", "api_key", "9fd2c61b8e7a40d3"),
    ("Authorization: Bearer q8Zt2Lw9Xe4Rk7VbMn3Pq1", "api_key", "q8Zt2Lw9Xe4Rk7VbMn3Pq1"),
    ("gitlab runner glpat-x8Kd2Lm9Qw4Rt7Yz1BnV", "api_key", "glpat-x8Kd2Lm9Qw4Rt7Yz1BnV"),
    ("契約キーは 5b8d41f6a0c3e9b7 です", "api_key", "5b8d41f6a0c3e9b7"),
    (
        "ウォレットの秘密鍵 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
        "private_key",
        "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    ),
    ("| Site | Password |\n|---|---|\n| Ocado | courgette_88 |", "password", "courgette_88"),
    ("|サービス|ID|PW|\n|---|---|---|\n|ZOZO|yoko|Natsu!matsuri|", "password", "Natsu!matsuri"),
    ("The passcode for the book group is middlemarch.", "password", "middlemarch"),
    ('The pickup password is "purple giraffe".', "password", "purple giraffe"),
    ("Verbal password — pelican crossing — before anything else.", "password", "pelican crossing"),
    ("The pattern on my phone is 1→2→5→8→9.", "password", "1→2→5→8→9"),
    (
        "BitLocker: 402611-118437-557920-083446-291038-660517-349206-175824",
        "password",
        "402611-118437-557920-083446-291038-660517-349206-175824",
    ),
    (
        'new postmark.ServerClient("eeff6393-bcce-7ad8-72ca-cf9d0e0d2935")',
        "api_key",
        "eeff6393-bcce-7ad8-72ca-cf9d0e0d2935",
    ),
]
HARMLESS = [
    "秘密の質問は変更できますか？",
    "どんな秘密の質問が危ない？",
    "銘柄コードは6758、証券コードは9984です。",
    "警備の契約番号44710、月2990円",
    "One two three four, and the gate drops.",
    "いち、に、さん、し、と数えて鍵を回す",
    "DEPLOY_KEY is not set in this shell",
    "| Site | Password |\n|---|---|\n| Ocado | optional |",
    "The password is mandatory.",
    "予約番号E48217で乗る。玄関で待ち合わせ。",
    "My pin board holds 200 photos.",
    "The PIN must be 4 to 8 digits.",
    "Room 4471 at 10:30, the gate is B22.",
    "The alarm is set to 0630.",
    "The building opens at 0900.",
    "The laptop opens with Chrome 120.",
    "Error code 500 when I open the door app.",
    "zip code 94110",
    "The wifi password is on the fridge.",
    "Press 1 for English, then enter extension 4417.",
    "パスワードは紙に書いて金庫へ。",
    "暗証番号を3回間違えてロックされた。",
    "スマホを2019年に買った。",
    "カードの下4桁は9921です。",
    "目覚ましアラームを530にした。",
    "トークンは15分で切れる。",
    "pip install Flask-Argon2 for password hashing",
    "http://localhost:5000/login?next=/account/2024",
    "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "Authorization: Bearer {{TOKEN}}",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDx8Kd2Lm9Qw4Rt7Yz1BnVc3 ben@box",
    "ETag 33a64df551425fcc55e4d42a148795d9f25f89d4 of the token page",
    "The recovery codes are printed on paper, page 12.",
    "Security questions are silly, and my first pet has no name.",
]


@pytest.mark.parametrize(("text", "what", "words"), FOUND)
def test_found_where_it_stands(text: str, what: str, words: str) -> None:
    found = [(one.what, text[one.start : one.end]) for one in detect(text)]
    assert any(kind == what and words in piece for kind, piece in found), found


@pytest.mark.parametrize("text", HARMLESS)
def test_only_looks_so(text: str) -> None:
    assert detect(text) == []


@pytest.mark.deep
@pytest.mark.parametrize(
    "piece",
    [
        "PIN ",
        "暗証12 ",
        "safe code 1-2-3 ",
        "右に3",
        "backup codes a1b2c3 ",
        "secret question is Rex ",
        "one two three ",
        "curl -u a:",
        "abcd ",
        "key=a1",
        "login / a1b2c3 ",
    ],
)
def test_the_work_for_a_long_text_grows_with_its_length(piece: str) -> None:
    assert_grows_with_length(detect, piece * (depth(8_000, 24_000) // len(piece)))
