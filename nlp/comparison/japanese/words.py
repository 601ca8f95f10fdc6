"""Japanese words and parts of speech by what they do in a sentence, as Sudachi names them."""

from nlp.comparison.word_lists import listed

DENYING_NOUNS = listed("禁止 不可 不要 無し 厳禁 中止 取り止め")
DENYING_PREFIXES = listed("未 非 無 不")
CONTENT = listed("名詞 動詞 形容詞 形状詞 副詞 連体詞")
LEFT_OUT_KINDS = listed("数詞 非自立可能 助動詞語幹")
LEFT_OUT = listed(
    "こと 事 物 もの 所 ため 為 方 はず 訳 よう 様 そう 時 予定 とても とき "
    "在住 此の その あの どの 此れ 或る そんな こんな"
)
# Verbs that Sudachi lists as auxiliaries but that say something.
KEPT = listed("終わる 始める 出す 続ける 行く 来る 見る 貰う 上げる 下げる 入れる")
