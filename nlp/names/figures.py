"""Single names that only one person of history is known by: in any text, they mean the same."""

from nlp.text.sentences import word_set

# No name that people of today bear, and none of a firm, place or program (Darwin, Tesla, Kafka).
FIGURES = word_set(
    "pythagoras euclid archimedes aristotle plato socrates thales eudoxus hippocrates herodotus"
    " aristophanes sophocles euripides aeschylus epicurus seneca cicero caligula ptolemy"
    " eratosthenes avicenna averroes confucius mencius copernicus galileo michelangelo rembrandt"
    " caravaggio botticelli titian vermeer donatello shakespeare voltaire molière moliere"
    " descartes rousseau nietzsche schopenhauer spinoza hegel machiavelli mozart beethoven vivaldi"
    " chopin tchaikovsky debussy stravinsky napoleon bonaparte einstein gandhi picasso dostoevsky"
    " tolstoy fibonacci euler gauss hilbert ピタゴラス ユークリッド アルキメデス アリストテレス"
    " プラトン ソクラテス 孔子 孟子 コペルニクス ガリレオ ミケランジェロ レンブラント"
    " シェイクスピア デカルト ニーチェ モーツァルト ベートーヴェン ベートーベン ショパン"
    " ナポレオン アインシュタイン ガンジー ピカソ 信長 秀吉 家康 織田信長 豊臣秀吉 徳川家康 芭蕉"
    " 松尾芭蕉 空海 紫式部 清少納言"
)
