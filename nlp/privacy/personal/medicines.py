"""Names of medicines: their ends, their doses, and what is said around them."""

import re

# Ends of the names of medicines, after at least three letters.
MEDICINE = re.compile(
    r"\b[a-z]{3,14}(?:sartan|statin|olol|prazole|conazole|cillin|mycin|floxacin|alopram|oxetine|traline"
    r"|azepam"
    r"|zolam|triptyline|gliptin|gliflozin|glutide|tuzumab|zumab|ximab|mumab|tinib|ciclovir|xaban|thyroxine"
    r"|solone"
    r"|dronate|barbital|azepine|trigine|racetam|peridone|apine|prine|trexate|lukast|salazine|afaxine|umab"
    r"|imab|ciclib|parib|tadine|setron|triptan|dipine|osin|arone|mycin|vudine|navir|tegravir|afil|steride"
    r"|nidazole|zepam|pam|phylline|terol|sonide|tropium|gabalin|pentin|clovir|xamine|phetamine"
    r"|pril(?<!april))s?\b"
    r"(?:,? \d+(?:\.\d+)? ?(?:mg|mcg|µg|g|ml|IU|units)\b)?",
    re.I,
)  # fmt: skip
DOSE = re.compile(
    r"\b(?!of\b|the\b|with\b)[A-Za-z]{4,20},? \d+(?:\.\d+)? ?(?:mg|mcg|µg|IU)\b(?!/)|\b\d+(?:\.\d+)? ?(?:mg"
    r"|mcg|µg) (?:of )?[A-Za-z]{4,20}"
)
JAPANESE_MEDICINE = re.compile(
    r"[ァ-ヶー]{3,14}[をは]?[ 　]?\d+(?:\.\d+)?[ 　]?(?:mg|㎎|ミリ(?:グラム|(?=[をのと、。]?(?:飲|朝"
        r"|夜|夕|毎|処方|に増|に減|服|錠))|$)|錠|μg|単位)"
    r"|[ァ-ヶー]{3,14}(?=(?:を|の)?(?:服用|処方|飲み始め|内服|投与|点滴))"
    r"|[ァ-ヶー]{3,14}(?=という(?:お)?(?:薬|注射|点滴))"
    r"|ワルファリン|ロキソニン|カロナール|デパス|レキサプロ|パキシル|ジェイゾロフト|サインバルタ"
        r"|リボトリール"
    r"|マイスリー|エビリファイ|リスパダール|コンサータ|ストラテラ"
    r"|プレドニン|ステロイド剤|ヒュミラ|レミケード|ワーファリン|エリキュース|リクシアナ|メトグルコ"
    r"|ジャヌビア|オゼンピック|リベルサス|アムロジピン"
    r"|チラー[ヂジ]ン|タモキシフェン|オプジーボ|キイトルーダ|デパケン|テグレトール|ラミクタール|イーケプラ"
    r"|アリセプト|レンドルミン|ルネスタ|デエビゴ"
    r"|ベルソムラ|セレコックス|リリカ|タリージェ|トラムセット|ミレーナ|ジスルフィラム|シアナマイド"
    r"|インチュニブ|イフェクサー|トリンテリックス|レクサプロ"
    r"|サラゾスルファピリジン|ペンタサ|リアルダ|ステラーラ|デュピクセント|リーマス|ワイパックス"
    r"|ソラナックス|メイラックス|レメロン|リフレックス|セロクエル|ジプレキサ|ロゼレム|サイレース"
    r"|ハルシオン|アムロジン|ノルバスク|クレストール|リピトール|トルリシティ|マンジャロ|フォシーガ"
    r"|ジャディアンス|ランタス|リウマトレックス|アクテムラ"
    r"|エンブレル|アサコール|ゼローダ|ティーエスワン|ハーセプチン|アバスチン|イレッサ|タグリッソ"
    r"|グリベック|リュープリン|ディナゲスト|クロミッド|デュファストン"
    r"|バイアスピリン|プラビックス|イグザレルト|プラザキサ|ネオーラル|プログラフ|テルネリン|イミグラン"
    r"|エムガルティ|アイモビーグ|メネシット|ビムパット"
    r"|フィコンパ|イリボー|ネキシウム|タケキャブ|シングレア|アドエア|テリルジー|スピリーバ|ゾレア"
    r"|バルトレックス|タミフル|ラゲブリオ|フルティフォーム|シムビコート|メプチン"
    r"|[ァ-ヶー]{1,10}(?:プリル|サルタン|スタチン|ゾール|シリン|マイシン|フロキサシン|プラム|セチン|ゼパム"
    r"|ゾラム|マブ|チニブ|ホルミン|サルタン|ロラン|ドロン|ニゾロン|チロキシン|メトトレキサート|セパム"
    r"|フェノン|ピラム|パム|グリプチン|グリフロジン|ルチド|ベタナール|カルバマゼピン|ピジン|リドン|アピン"
    r"|ドネペジル|サラジン|ガバリン|ペンチン)(?!"
    r"[ァ-ヶー])"
)  # fmt: skip
IN_MILLIGRAMS = re.compile(r"mg|㎎|ミリ|μg")
TREATED = re.compile(r"薬|服用|処方|飲んで|飲む|飲み|病院|医者|先生|点滴|注射|診|通院|入院")
# A dose with its time of the day says by itself that somebody takes it.
DOSE_OF_DAY = re.compile(
    r"\d ?(?:mg|mcg|µg|ml|IU|units|tablets?|pills?|puffs?)\b.{0,30}\b(?:daily|once|twice|a day"
    r"|every (?:day|morning|evening|night|\w+ hours)"
    r"|at (?:night|bedtime)|with (?:food|breakfast|dinner)|morning|evening|bedtime)\b",
    re.I,
)
# What somebody does with a medicine.
TAKEN = re.compile(
    r"\b(?:start\w*|tak(?:e|es|ing|en)|took|stop\w*|on|prescri\w+|dose|doses|switch\w*|increas\w+|tablets?"
    r"|pills?|inject\w+"
    r"|infusions?|meds|medication|weaning|tapering)\b",
    re.I,
)
