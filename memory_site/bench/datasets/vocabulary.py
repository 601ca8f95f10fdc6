"""Words for synthetic texts: common words, and rare words composed of them.

A language has few words that are very frequent and very many that are rare; a search needs
both. Ranks follow Zipf's law.
"""

from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

RANKS = 60_000
EXPONENT = 1.05
# The commonest content words of a language are less frequent than plain Zipf says (Mandelbrot).
SHIFT = 20
# No common factor with the number of composed words: neighbours in rank share no part.
STRIDE = 7_919


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(text.split()))


LATIN_FUNCTION = _words(
    """
    the to and a of i in it is that you was for on we with my this have not but be so at are
    they just about me do what like if can there from all will up out one when had your get now
    would as or he she then an been some our really because more how them no after think going
    did
    """
)
LATIN_CONTENT = _words(
    """
    meeting budget garden river coffee server deploy ticket doctor school piano violin market
    bread window station train bridge mountain winter summer holiday camera photo kitchen recipe
    soup dinner breakfast contract invoice customer report deadline release branch parser cache
    thread socket cluster schema migration backup password router printer keyboard monitor desk
    chair office lunch walk run swim bicycle helmet tent forest lake beach island harbour ship
    ticket hotel museum painting gallery theatre concert band drummer singer lyrics novel
    chapter library essay exam teacher student lecture homework science physics chemistry
    biology cell medicine pill fever headache dentist hospital nurse insurance bank loan rent
    mortgage salary tax refund receipt shop discount jacket shoes sweater scarf umbrella rain
    snow storm cloud sunrise evening midnight birthday wedding party cake candle gift letter
    envelope stamp parcel neighbour cousin uncle sister brother mother father daughter puppy
    kitten rabbit parrot fish tomato onion pepper basil rice noodle cheese butter apple pear
    cherry lemon honey sugar salt engine brake tyre fuel petrol battery charger cable speaker
    radio record guitar melody chorus sketch pottery clay wool needle thread button mirror lamp
    carpet curtain sofa shelf drawer promise argument decision plan idea question answer reason
    mistake lesson story memory dream query index vector token matrix kernel packet sensor robot
    engine valve pump filter screen policy law court judge vote party mayor council village town
    city country border passport visa flight airport luggage taxi driver road street corner
    crossing signal tunnel elevator stairs
    """
)
LATIN_ENDINGS = _words(
    """
    s ing ed er less ful ness like ware craft work side way land hood ship ment able ish wise
    """
)
LATIN_NAMES = _words(
    """
    Emma Liam Olivia Noah Sophia Lucas Mia Ethan Amelia Mason Harper Logan Chloe Oscar Freya
    Hugo Isla Felix Clara Jonas Greta Milo Nora Simon
    """
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
KANJI = (
    "会議予算庭園河川珈琲配備切符医者学校市場窓口駅前列車橋梁山頂冬夏休暇写真台所料理夕食朝食契約請求顧客報告"
    "締切公開分岐解析記憶接続集団移行保存合言葉机椅子昼歩走泳自転車森湖浜島港船宿泊美術絵画劇場演奏歌詞小説章"
    "図書試験教師生徒講義宿題科学物理化生薬熱頭痛歯病院看護保険銀行家賃給料税金返領収割引上着靴傘雨雪嵐雲日出夜"
    "誕結婚祝贈手紙封筒荷隣人叔父姉妹兄弟母娘犬猫兎鳥魚米麺糖塩油電池充音楽器旋律陶芸毛糸針鏡灯約束議論決定計画"
    "質問答理由失敗教訓物語夢検索量行列信号感知機械弁政策法廷投票町村都国境旅券空荷物運転道路角交差階段"
)
KANA_CONTENT = _words(
    """
    コーヒー サーバー デプロイ チケット ピアノ ギター カメラ レシピ スープ リリース
    ブランチ キャッシュ スキーマ バックアップ パスワード プリンター キーボード モニター
    ランチ テント ホテル コンサート エッセイ レポート テスト クリニック ローン レシート
    セーター パーティー ケーキ プレゼント トマト パスタ チーズ バター リンゴ レモン
    エンジン ブレーキ タイヤ スピーカー ラジオ メロディー スケッチ ボタン ソファ アイデア
    クエリ ベクトル トークン センサー ロボット フィルター ビザ タクシー トンネル
    """
)
PARTICLES = ("は", "が", "を", "に", "で", "と", "の", "も", "から", "まで")
VERBS = _words(
    """
    した 行った 見た 決めた 作った 話した 聞いた 考えている 思う 続ける 始めた 終わった
    変わった 届いた 買った 忘れた 覚えている 直した 調べた 待っている 送った 探している
    気に入った 心配だ 楽しみだ
    """
)
CJK_NAMES = _words(
    """
    田中 佐藤 鈴木 高橋 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 松本 井上 木村
    林 清水 美咲 翔太 結衣 健太 さくら 大輔
    """
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One language's words: frequent little ones, content words by rank, and names."""

    function: list[str]
    content: list[str]
    names: list[str]
    is_spaced: bool

    def chances(self) -> NDArray[np.float64]:
        """Return the cumulated chance of each rank of the content words, by Zipf's law."""
        shares = 1 / (np.arange(len(self.content)) + 1 + SHIFT) ** EXPONENT
        cumulated: NDArray[np.float64] = np.cumsum(shares) / shares.sum()
        return cumulated


def english() -> Vocabulary:
    """Return English; composed words are compounds and derivations."""
    content = _filled(LATIN_CONTENT, LATIN_CONTENT, LATIN_ENDINGS)
    return Vocabulary(LATIN_FUNCTION, content, LATIN_NAMES, is_spaced=True)


def japanese() -> Vocabulary:
    """Return Japanese; composed words are compounds of two or three kanji."""
    signs = list(dict.fromkeys(KANJI))
    content = _filled(KANA_CONTENT, signs, signs[::9])
    return Vocabulary(list(PARTICLES), content, CJK_NAMES, is_spaced=False)


def _filled(common: list[str], stems: list[str], endings: list[str]) -> list[str]:
    """Return ``RANKS`` different words: the common ones first, then composed ones."""
    words = dict.fromkeys(common)
    for at in count(1):
        first, second = divmod(at * STRIDE % len(stems) ** 2, len(stems))
        ending = ["", *endings][at * STRIDE % (len(endings) + 1)]
        words[stems[first] + stems[second] + ending] = None
        if len(words) == RANKS:
            break
    return list(words)
