"""Codes and passwords that no text names are found by what stands around them."""

import pytest

from nlp.privacy.policy import detect
from tests.depth import depth
from tests.growth import assert_grows_with_length

FOUND = [
    ("Since Monday the side gate takes 2947, then the tick.", "password", "2947"),
    ("Guest network at the cabin takes snoogrise77.", "password", "snoogrise77"),
    ("トランクルームの入口は77135です。", "password", "77135"),
    ("ネトフリは父のメールとMikan-Hako42", "password", "Mikan-Hako42"),
    ("2FA setup key OT4Z7HZW254OVKSQDAMHGEN7ZG4VWF2N", "password", "OT4Z7HZW254O"),
    (
        "otpauth://totp/Bank:kari?secret=OT4Z7HZW254OVKSQ&issuer=Bank",
        "password",
        "OT4Z7HZW254OVKSQ",
    ),
    ("妻の在留カードはZK40918273LA、更新は来年", "residence_card", "ZK40918273LA"),
    ("大家さんは城南信金の0331874", "bank_account", "0331874"),
    (
        "SECRET_KEY = 'kz!2&g%z(67%vuvgm-b_1#8nxhi)l6w*'",
        "api_key",
        "kz!2&g%z(67%vuvgm-b_1#8nxhi)l6w*",
    ),
    ("カード 4539 5787 6362 1486 期限09/28 裏731", "cvv", "731"),
    ("tel:03(5512)8830", "phone", "03(5512)8830"),
]
# Vendors whose keys stand in texts without a word for a key.
BARE = [
    "sk-ant-api03-Zx81kQp_7vTn2Lr5wYc9Hb3MdJf6Ga0Ks4Ue-Rt2Vi8Ox1Pz5AA",
    "AIzaSyB7k2Qw9Lx4Rt6Yv1Nm8Pc3Zd5Hf0Jg2Ks",
    "github_pat_11AB7QX2Y0k3LmN8pQrStU_9vWxYz1A2b3C4d5E6f7G8h9I0j",
    "npm_k3LmN8pQrStU9vWxYz1A2b3C4d5E6f7G8h9I",
    "hf_kLmNpQrStUvWxYzAbCdEfGhIjKlMnOpQrS",
    "wsr_JMsGmGMOuI-oSgkauXIrPrPScr_ZUNztny2GjwVaLJk",
    "pcsk_4kQp7_vTn2Lr5wYc9Hb3MdJf6Ga0Ks4Ue",
    "nfp_MTlqGTfaUEEMInmF8TXiH8ztBM87e3a5bZua",
    "bgB6XFCxd6fugs.atlasv1.OQFkHrXUrHYpapGf04qkcQI6gjzUPWDL1k6kzzAAaqPxavAvKjr3R4V",
    "Lxp8Q~L0.WC7DhyU4OFiQaz0-WcB_WvW1E6RxizT",
    "acme_live_4eC39HqLyjWDarjtT1zdP7dcQ2",
]
HARMLESS = [
    "ポストカプセル郵便2001",
    "講義はE棟412に変更、掲示は出ていない。",
    "For migrations I've chosen Flask-Migrate 3.1.0, and the security questions are stored hashed.",
    "The alarm went off at 0530 again.",
    "書庫には8842箱ある。",
    "Locker 41 is broken, use 42.",
    "目覚ましを630にした。",
    "hf_hub_download and npm_config_cache_directory_name_v2",
    "sk-learn-contrib-project-name-v2-final",
    "母の旧姓は珍しい。",
    "user_id=4417, session_id=8f2c-11aa",
]


@pytest.mark.parametrize(("text", "what", "words"), FOUND)
def test_found_where_it_stands(text: str, what: str, words: str) -> None:
    found = [(one.what, text[one.start : one.end]) for one in detect(text)]
    assert any(kind == what and words in piece for kind, piece in found), found


@pytest.mark.parametrize("key", BARE)
def test_a_bare_key_is_found_whole(key: str) -> None:
    text = f"see {key} there"
    [found] = detect(text)
    assert (text[found.start : found.end], found.what) == (key, "api_key")


def test_a_token_is_masked_with_its_signature() -> None:
    token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI4NzEyIn0.k2Qw9Lx4Rt6Yv1Nm8Pc3Zd5Hf0Jg2Ks_tU"
    [found] = detect(token)
    assert (found.start, found.end) == (0, len(token))


@pytest.mark.parametrize("text", HARMLESS)
def test_only_looks_so(text: str) -> None:
    assert detect(text) == []


@pytest.mark.deep
@pytest.mark.parametrize(
    "piece",
    [
        "door 4417 ",
        "パスは12345 ",
        "wifi a1b2c3d ",
        "word word word ",
        "Bank Name Is ",
        "abcd efgh ",
        "K001",
    ],
)
def test_the_work_for_a_long_text_grows_with_its_length(piece: str) -> None:
    assert_grows_with_length(detect, piece * (depth(8_000, 24_000) // len(piece)))
