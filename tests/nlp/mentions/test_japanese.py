"""Who and what a Japanese text names."""

import threading

import pytest

from nlp import morphology
from tests.nlp.mentions.reading import names, read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("田中さんに電話した", "田中"),
        ("佐藤部長が来る", "佐藤"),
        ("鈴木花子様からメール", "鈴木花子"),
        ("松本さんは元気だ", "松本"),
        ("Tanakaさんと会う", "Tanaka"),
        ("マリア・ロペスさんが来日した", "マリア・ロペス"),
        ("山田太郎は来週休みだ", "山田太郎"),
        ("木村先生の診察", "木村"),
        ("佐藤准教授に会った", "佐藤"),
    ],
)
def test_a_person_is_named_without_the_title(text: str, name: str) -> None:
    assert names(text) == {name: "Person"}


@pytest.mark.parametrize(
    "text",
    [
        "お客さんが多い", "店員さんに聞いた", "皆さんこんにちは", "お母さんと話す", "担当者様へ",
        "花屋さんに寄った",
        "森の中を歩いた", "林檎を買った", "営業部長に昇進した", "お疲れ様でした",
        "部長が怒っている", "今日は頭痛がひどい", "ゲームメーカーに就職した", "スーパーの従業員が親切だ",
    ],
)  # fmt: skip
def test_what_is_no_name_is_left_alone(text: str) -> None:
    assert not names(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("株式会社アクメと契約した", "株式会社アクメ"),
        ("東都通信株式会社の見積", "東都通信株式会社"),
        ("早稲田大学に通う", "早稲田大学"),
        ("名古屋支店が担当する", "名古屋支店"),
        ("トヨタのカタログ", "トヨタ"),
        ("人事部に異動した", "人事部"),
        ("以前ツグミに勤めていた", "ツグミ"),
        ("西嶺ソリューションズと会う", "西嶺ソリューションズ"),
        ("ヤマセミの子会社になる", "ヤマセミ"),
    ],
)
def test_organisations(text: str, name: str) -> None:
    assert names(text) == {name: "Organization"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("大阪に住む", "大阪"),
        ("東京都三鷹市に引っ越す", "東京都三鷹市"),
        ("渋谷駅で待つ", "渋谷駅"),
        ("奈良公園で鹿を見た", "奈良公園"),
        ("京都旅行の計画", "京都"),
    ],
)
def test_places(text: str, name: str) -> None:
    assert names(text) == {name: "Location"}


def test_a_place_inside_another_word_is_none() -> None:
    assert not names("江戸時代の話を読む")
    assert not names("日本酒を飲んだ")


def test_projects_documents_and_tools() -> None:
    assert names("ハヤブサプロジェクトで要件定義書を書く") == {
        "ハヤブサプロジェクト": "Project",
        "要件定義書": "Document",
    }
    assert names("プロジェクト「つばめ」のDBをPostgreSQLにする") == {
        "つばめ": "Project",
        "PostgreSQL": "Technology",
    }


def test_english_within_japanese_is_read_as_english() -> None:
    text = "会議のメモ。\nAlice Johnson works at Acme Inc.\n田中さんも来た。"
    assert names(text) == {"Alice Johnson": "Person", "Acme Inc.": "Organization", "田中": "Person"}


def test_it_works_less_well_without_the_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(morphology._sudachi, "tokenizer", lambda: None)
    found = names("田中さんは株式会社アクメの渋谷駅前の店でDjangoの話をした。")
    assert found["田中"] == "Person" and found["株式会社アクメ"] == "Organization"
    assert found["Django"] == "Technology"


def test_threads_read_at_the_same_time() -> None:
    results: list[list[str]] = []

    def work() -> None:
        for _ in range(50):
            found = read("田中太郎さんは大阪に住んでいる。")
            results.append([one.surface for one in found.mentions])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [["田中太郎", "大阪"]] * 200
