"""Find opposite words in two texts, by their base forms."""

from collections.abc import Collection

from nlp.morphology import stems

_ENGLISH = """
    increase/decrease rise/fall grow/shrink open/close,shut before/after left/right
    allow/forbid,prohibit,ban accept/reject,refuse approve/reject enable/disable start/stop
    start/end,finish hot/cold more/less,fewer early/late earlier/later buy/sell arrive/leave,depart
    pass/fail true/false yes/no single/married import/export push/pull minimum/maximum always/never
    cheap/expensive win/lose love/hate like/dislike agree/disagree present/absent public/private
    inside/outside above/below everyone,everybody,all/nobody,none on/off in/out up/down high/low
    big,large/small fast/slow old/new old/young first/last gain/lose remember/forget lock/unlock
    install/uninstall include/exclude connect/disconnect morning/evening day/night safe/dangerous
    possible/impossible legal/illegal paid/unpaid male/female north/south east/west success/failure
    succeed/fail profit/loss income/expense internal/external optional/required,mandatory
"""
_JAPANESE = """
    増加,増える,増やす,増/減少,減る,減らす,減 開く,開ける,開店/閉まる,閉じる,閉める,閉店 食前/食後
    前/後 左,左側/右,右側 上,上側/下,下側 許可/禁止,不可 有効/無効 開始,始まる,始める/終了,終わる,終える
    成功/失敗 賛成/反対 承認/却下,否決 上がる,上げる,上昇/下がる,下げる,下落,低下 値上げ/値下げ
    買う,購入/売る,売却 可能/不可能 好き/嫌い 得意/苦手 早い/遅い 速い/遅い 多い/少ない 高い/低い,安い
    勝つ,勝利/負ける,敗北 合格/不合格 公開/非公開 出席/欠席 黒字/赤字 必要/不要
    独身,未婚/結婚,既婚 点く,点ける,点灯/消える,消す,消灯 入る,入れる/出る,出す 古い/新しい
    暑い,熱い/寒い,冷たい 大きい,大きな/小さい,小さな 長い/短い 内側/外側 屋内/屋外 国内/海外 東/西 南/北
    安全/危険 参加/不参加 表/裏 任意/必須 早番/遅番 収入/支出 午前/午後 朝/夜 兄/弟 姉/妹 父/母
    男性/女性 乗る/降りる 貸す/借りる 追加/削除 接続/切断 男/女 本番/検証 満足/不満 晴れ/雨 低空/高空
"""
# Function words that have an opposite.
SMALL = stems(
    ["on", "off", "in", "out", "up", "down", "before", "after", "all", "yes", "more", "less"]
)
Side = frozenset[str]


def _pairs(listed: str, *, stem: bool) -> list[tuple[Side, Side]]:
    sides = (pair.split("/") for pair in listed.split())
    return [(_side(one, stem=stem), _side(other, stem=stem)) for one, other in sides]


def _side(words: str, *, stem: bool) -> Side:
    return stems(words.split(",")) if stem else frozenset(words.split(","))


PAIRS = _pairs(_ENGLISH, stem=True) + _pairs(_JAPANESE, stem=False)


def find_opposites(one: Collection[str], other: Collection[str]) -> tuple[str, str] | None:
    """Return a word of one text and its opposite in the other, unless a text has both."""
    for first, second in PAIRS:
        for here, there in ((first, second), (second, first)):
            left, right = here.intersection(one), there.intersection(other)
            if left and right and not there.intersection(one) and not here.intersection(other):
                return min(left), min(right)
    return None
