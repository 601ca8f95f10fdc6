"""Everyday words for types, in English and Japanese, and the type that each of them means.

The first known type of a list is meant, so that a word also serves where a pack is not installed.
"""

import re
from collections.abc import Iterator, Mapping

from packs import registry

CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Around a word they mean nothing: “Replaces:”.
MARKS = " \t\n\r\u3000?!.,:;…\"'“”‘’「」"
APART = re.compile(r"[\s_\-‐・./]+")
KEY = re.compile(r"[a-z][a-z0-9_]{0,63}")
# A word may end in one of these without meaning something else.
PLURALS = (("ies", "y"), ("ses", "s"), ("s", ""))

ENTITY_WORDS = {
    "Person": "people human man woman individual user contact name friend colleague coworker boss"
    " manager family relative child author speaker 人 人間 人名 個人 友人 友達 同僚 上司 家族 社員 著者",
    "Organization": "organisation org company corp corporation business firm employer startup"
    " enterprise institution agency university school college bank hospital government ngo vendor"
    " customer client group 会社 企業 法人 団体 勤務先 職場 大学 学校 銀行 病院 役所 取引先 顧客",
    "Team, Organization": "department division squad unit 部署 部門 課 チーム",
    "Project": "product initiative campaign program programme case effort 案件 企画 計画 製品",
    "Technology": "tool software app application library framework language programming_language"
    " service platform system database model algorithm hardware device package 道具 ツール ソフト"
    " ソフトウェア アプリ ライブラリ フレームワーク 言語 プログラミング言語 サービス 機器 端末",
    "Location": "place city town village country region area address state province prefecture"
    " building venue landmark geo geolocation gpe loc 地名 都市 市 町 国 地域 住所 建物 会場 都道府県",
    "Restaurant, Location": "cafe bar bistro diner 店 飲食店 喫茶店 カフェ レストラン",
    "Meeting, Event": "appointment call conference_call standup 会議 打ち合わせ 打合せ ミーティング 面談",
    "Event": "conference trip travel party holiday ceremony incident happening activity 行事 旅行 予定"
    " イベント パーティー 式典 事件",
    "TimeUnit": "date time datetime day duration period deadline 日付 日時 時刻 期間 期限 締切",
    "Task": "todo to_do action action_item ticket issue assignment 作業 課題 用事 宿題 やること",
    "Document": "doc file report paper article email mail note page website url link contract"
    " invoice 書類 資料 ファイル 報告書 論文 記事 契約書 請求書 サイト",
    "CreativeWork": "work book novel movie film song album show series game anime manga podcast"
    " video 本 小説 映画 曲 番組 ゲーム アニメ 漫画 マンガ",
    "Pet": "animal dog cat bird 動物 犬 猫 ペット",
    "Food, Object": "dish meal drink ingredient cuisine 料理 食べ物 飲み物 食材",
    "Object": "thing item vehicle car possession physical_object 物 もの 品物 車 モノ",
    "Role, Concept": "job position title profession occupation 役職 職業 職種 肩書き",
    "Repository, Project": "repo codebase git_repo リポジトリ",
    "Error, Concept": "bug exception failure エラー バグ 不具合 例外",
    "Api, Technology": "endpoint interface エンドポイント",
    "Version, Concept": "release バージョン 版",
    "Concept": "topic idea theme subject skill hobby preference category keyword value other misc"
    " unknown entity 話題 考え テーマ 技能 趣味 分野 その他 不明",
}
RELATION_WORDS = {
    "works_for": "works_at work_at works_in works_with_company employed_by employee_of employer"
    " employment hired_by job_at company 勤務先 勤務 勤めている 勤める 働いている 所属会社 会社 職場",
    "member_of": "belongs_to affiliated_with affiliation joined in_team part_of_team 所属 所属している"
    " メンバー 一員",
    "lives_in": "lives_at living_in resides_in resident_of residence home address based_in"
    " moved_to 住んでいる 住む 居住地 住所 住まい 在住 引っ越し先",
    "located_in": "located_at location in is_in place 所在 所在地 場所 位置する にある",
    "knows": "know acquaintance met has_met acquainted_with 知人 知り合い 知っている",
    "friend": "friends friend_of friends_with is_friend_of 友人 友達 親友",
    "colleague": "coworker co_worker colleague_of works_with teammate 同僚 仕事仲間",
    "family_member": "family relative relative_of parent_of child_of mother father sister brother"
    " son daughter sibling_of sibling parent child kin 家族 親 子 母 父 兄 弟 姉 妹 息子 娘 親戚",
    "married_to, family_member": "spouse spouse_of wife husband partner married 配偶者 妻 夫 結婚している",
    "leads": "manages manager_of boss_of heads runs supervises leader_of directs 率いる 管理する リーダー"
    " 上司である",
    "reports_to": "managed_by boss manager supervisor 上司 報告先",
    "assigned_to": "responsible assignee owner_of_task in_charge 担当 担当者",
    "owns": "has possesses owner_of 所有 所有する 持っている",
    "uses, depends_on": "using utilizes used built_with 使う 使用 使っている 利用",
    "depends_on": "requires needs relies_on dependency prerequisite 依存 必要とする",
    "part_of": "component_of subset_of within 一部 含まれる",
    "contains": "includes has_part consists_of 含む",
    "participates_in": "attends attended participates participant participated_in joins 参加 参加する 出席",
    "causes": "caused leads_to results_in triggers 引き起こす 原因である",
    "caused_by": "due_to because_of result_of 原因 のせい",
    "instance_of": "is_a isa example_of 一種 である",
    "similar_to": "similar like resembles 似ている 類似",
    "same_as": "is equals alias_of aka identical_to 同じ 別名 同一",
    "likes": "like loves love enjoys favorite favourite fan_of hobby interest interested_in 好き 好物"
    " 好む 趣味",
    "dislikes": "hates hate dislike 嫌い 苦手",
    "prefers": "preference prefer 好み 希望",
    "allergic_to": "allergy allergies アレルギー",
    "condition": "has_condition health_condition medical_condition illness disease diagnosis diagnosed_with"
    " disorder chronic_condition disability 病気 持病 診断 疾患 障害",
    "studies_at": "student_of attends_school school university 通学先 在学",
    "studies": "learning learns majors_in 勉強 勉強している 学ぶ 専攻",
    "occupation": "job profession role title position 職業 仕事 職種 役職",
    "from": "hometown born_in birthplace comes_from nationality 出身 出身地",
    "birthday": "birthdate date_of_birth birth_date dob 誕生日 生年月日",
    "age": "years_old 年齢 歳",
    "name": "full_name called 名前 氏名",
    "speaks": "language native_language 話す言語 母語",
    "pet": "has_pet owns_pet pets ペット",
    "diet": "food_restriction 食事制限",
    "relates_to": "related related_to associated_with connected_to concerns about link 関連 関係"
    " 関係する",
}
LINK_WORDS = {
    "supersedes": "replaces replace supersede overrides updates update corrects obsoletes deprecates"
    " newer_than 置き換える 置き換え 置換 更新 訂正 修正 差し替え 差し替える 上書き",
    "contradicts": "contradict conflicts_with disagrees_with refutes against 矛盾 反対 食い違う",
    "supports": "support confirms agrees_with evidence_for backs proves 支持 裏付け 裏付ける 根拠",
    "extends": "extend adds_to elaborates refines details builds_on 補足 追記 拡張",
    "caused_by": "because_of due_to result_of follows_from 原因 のため",
    "causes": "leads_to results_in 結果",
    "continuation": "continues continue follow_up followup next 続き 継続",
    "reply_to": "reply replies_to answers answer response_to 返信 返事 回答",
    "depends_on": "requires needs based_on 前提 依存",
    "reference": "references refers_to cites mentions see see_also 参照 引用",
    "same_topic": "topic same_subject 同じ話題",
    "explains": "explain clarifies 説明",
    "related": "relates_to related_to associated similar link linked see_also 関連 関係",
}
MEMORY_WORDS = {
    "fact": "info information knowledge personal_info profile semantic 事実 情報 知識",
    "event": "episode episodic happening activity trip schedule appointment plan 出来事 予定 行事",
    "meeting, event": "会議 打ち合わせ ミーティング",
    "note": "memo message conversation summary observation other general メモ ノート 記録 要約 会話",
    "decision": "choice resolution agreement decided 決定 判断 決めたこと",
    "insight": "idea learning lesson reflection thought opinion 気づき 学び 考え 意見",
    "success": "achievement win accomplishment 成功 達成",
    "failure": "mistake problem setback 失敗 問題",
    "task": "todo to_do action action_item タスク 課題 やること 用事",
    "deadline, task": "due due_date 締切 期限",
    "reminder, task": "remind リマインド 備忘",
    "preference": "taste like dislike likes favorite favourite habit setting 好み 嗜好 設定",
    "feeling, note": "emotion mood 感情 気分",
    "error, failure": "bug exception エラー バグ",
    "fix, success": "bugfix solution 解決",
    "snippet, note": "code コード",
}
KIND_WORDS = {
    "fact": "state attribute property preference status info value 事実 状態 属性 好み",
    "relation": "relationship link connection 関係",
    "task": "todo to_do action action_item goal plan deadline reminder タスク やること 課題 予定",
}
PACK_WORDS = {
    "lifelog": "life personal private home family health hobby daily 生活 個人 私生活 家庭 家族 日常",
    "work": "job business office professional company career 仕事 業務 会社 職場",
    "dev": "development coding code programming engineering software 開発 プログラミング コード",
}


def folded(word: str) -> str:
    """Return the form in which words are compared: without case, marks, spaces, hyphens, underscores."""
    return APART.sub("", word.strip(MARKS)).casefold()


def _parsed(table: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {
        folded(word): tuple(keys.split(", "))
        for keys, words in table.items()
        for word in (*words.split(), *keys.split(", "))
    }


ENTITIES, RELATIONS, LINKS = map(_parsed, (ENTITY_WORDS, RELATION_WORDS, LINK_WORDS))
MEMORIES, KINDS, PACKS = map(_parsed, (MEMORY_WORDS, KIND_WORDS, PACK_WORDS))


def known_word(
    word: str, labels: Mapping[str, str], synonyms: Mapping[str, tuple[str, ...]]
) -> str | None:
    """Return the key that a word means; None if it means none.

    ``labels`` maps the known keys to what people call them, with a comma between.
    """
    if word in labels:
        return word
    own = {folded(label): key for key, text in labels.items() for label in text.split(",")}
    own |= {folded(key): key for key in labels}
    for form in _forms(folded(word)):
        if form in own:
            return own[form]
        for key in synonyms.get(form, ()):
            if key in labels:
                return key
    return None


def _forms(word: str) -> Iterator[str]:
    yield word
    for ending, instead in PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word.removesuffix(ending) + instead


def predicate_key(word: str) -> str:
    """Return a predicate as a key: ``Lives in`` as ``lives_in``; empty if it cannot be one."""
    known = APART.sub("_", CAMEL.sub("_", word.strip())).casefold().strip("_")
    meant = next((RELATIONS[form] for form in _forms(folded(word)) if form in RELATIONS), ())
    if known in RELATION_KEYS or not meant:
        return known if KEY.fullmatch(known) else ""
    return meant[0]


RELATION_KEYS = frozenset(key for keys in RELATION_WORDS for key in keys.split(", "))


def memory_type_labels() -> dict[str, str]:
    """Return the memory types of every pack, with the names that the packs give them."""
    named = {
        word.key: f"{word.name.en},{word.name.ja}"
        for pack in registry.all_packs()
        for word in pack.memory_types
    }
    return {key: named.get(key, key) for key in registry.memory_types()}
