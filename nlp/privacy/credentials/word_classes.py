"""Classes of words that stand around what opens something, or around other numbers."""

import re

# Without one of the first kinds within reach, nothing is judged.
OPENING = {
    "lock": (
        r"\b(?:doors?|gates?|alarms?|garages?|safes?|locks?|lockers?|lock ?box(?:es)?|padlocks?|key ?pads?"
        r"|key ?(?:safe|box|code)s?|barriers?|shutters?|sheds?|cellars?|vaults?|cabinets?|lobby"
        r"|entrance|buzzer"
        r"|intercom|elevator|lift|storage|suitcase|luggage|barn|boom|turnstile|hatch|gun cabinet"
        r"|letter ?box"
        r"|pool|stairwell|bike|panel|dial|allotment|car ?park|basement|loft|cupboard|chest|cash ?box"
        r"|till|porch|studio|hut|block|flat|archive|strong ?box|bike (?:cage|store)|tip|cage|rack"
        r"|boat(?:house)?|marina|chapel|stables?|toilet|washroom|restroom|briefcase|scooter|kiosk|changing room"
        r"|mail ?box|combination|compound|pad|freezer room|kennel|greenhouse|caravan|chalet|cabin)\b"
        r"|玄関|裏口|裏門|勝手口|門|シャッター|車庫|ガレージ|物置|倉庫|金庫|錠|鍵|ロッカー"
        r"|オートロック|ゲート"
        r"|ドア|扉|宅配|郵便受け|ポスト|駐輪|駐車|トランク|スーツケース|ダイヤル|警報|アラーム|警備|セコム"
        r"|インターホン|エントランス|エレベーター|チェーン|更衣室|キーボックス|ボックス|パネル|通用口"
        r"|書庫|扉|置き場|シャワー室|箱|社宅|団地|離れ|民泊|貸別荘|倉|蔵|トイレ|更衣|準備室|テンキー|ケージ|ロビー|棚|アタッシュ|艇庫|小屋|別荘|山荘|温室|給湯室|戸"
    ),
    "device": (
        r"\b(?:phone|iphone|ipad|tablet|kindle|laptop|computer|pc|mac(?:book)?|chromebook|watch|tv"
        r"|telly|console"
        r"|switch|playstation|xbox|printer|copier|scanner|router|modem|nas|pi|raspberry|server|sim"
        r"|thermostat"
        r"|car radio|stereo|satnav|camera|doorbell|baby monitor|drive|usb|disk|bitlocker|yubikey"
        r"|handset|mobile"
        r"|voicemail|answerphone|screen|projector|fridge|boiler|dashcam|nokia|parental|windows|archive"
        r"|zip|pdf|volume|gpg|vault|backup|ssh key|truecrypt|veracrypt|wallet)\b"
        r"|スマホ|携帯|タブレット|パソコン|ノート(?:PC|パソ)|PC|iPhone|iPad|Mac|時計|テレビ|プリンタ"
        r"|複合機|コピー機|印刷機|ルーター|留守番電話|スピーカー|ペアリング|モデム|レジ|電子レンジ|プロジェクター|オーディオ"
        r"|NAS|ラズパイ|サーバー|SIM|カーナビ|ナビ|カメラ|留守電|画面|外付け|USB|ディスク|ゲーム機"
        r"|スイッチ|端末|ガラケー|ドラレコ|視聴制限|圧縮|zip|ZIP|PDF|ウォレット|仮想通貨"
        r"|バックアップ|アップデート|チャイルド"
    ),
    "account": (
        r"\b(?:log(?:ged|ging|s)?[ -]?(?:in|on|into)|login|sign(?:ed|s|ing)?[ -]?(?:in|on|into)"
        r"|accounts?|user(?:name)?"
        r"|admin|root|sudo|portal|site|website|intranet|extranet|forum|mailbox|e-?mail|netflix|spotify"
        r"|disney\+?"
        r"|hulu|prime|icloud|gmail|outlook|amazon|ebay|paypal|github|gitlab|jira|wiki|vpn|ldap|ftp"
        r"|sftp|ssh|smtp"
        r"|imap|postgres|mysql|redis|database|shared? drive|team drive|app|hr|pension|council|gov"
        r"|insurer|school"
        r"|library|streaming|zoom|webinar|meeting|page|booking|clubs?|mortgage|revolut|paypal|tesco"
        r"|linkedin|sky|steam|dropbox|gp|pta|hmrc|registrar|airline|staging|rabbit|db|deploy|ansible"
        r"|club|wifi|facebook|instagram|tiktok|audible|bitwarden|keepass|lastpass|1password|back ?end|archive"
        r"|prompt|kiosk|hbo|peacock|hotmail|yahoo|figma|plex|crunchyroll|hulu|nas|vault"
        r"|desktop|twitter|reddit|discord|whatsapp|apple id|microsoft)\b"
        r"|ログイン|サインイン|アカウント|ユーザー|ID|管理画面|サイト|ポータル|掲示板|メール|ネトフリ"
        r"|ネットフリックス"
        r"|アマプラ|スポティファイ|Spotify|Netflix|楽天|メルカリ|共有|ドライブ|VPN|FTP|SMTP|SSH|root"
        r"|admin|会員"
        r"|学校|会社|人事|情シス|アプリ|予約|ページ|ローン|証券|Steam|Dropbox|PayPal|LinkedIn"
        r"|ステージング|Postgres|DB|deploy|ansible|vault|SSH|wiki|PTA|掲示|年金|保険|マイナ|署名用"
        r"|e-?Tax|会議|Zoom|sudo|(?<![a-z])su(?![a-z])|フェイスブック|インスタ|オーディブル|裏側|帳簿|資格情報|Hulu|U-NEXT|DAZN|Figma|Hotmail|Yahoo"
    ),
    "network": (
        r"\b(?:wi-?fi|wlan|ssid|network|hotspot|guest net\w*|wpa\d?)\b|無線|Wi-?Fi|SSID|ネット|回線"
        r"|テザリング"
    ),
    "secret": (
        r"\b(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd?|pass ?numbers?|pin|puk|secrets?"
        r"|credentials?|creds"
        r"|master|unlock(?:s|ed|ing)?|decrypt\w*|encrypt\w*|combination|combo|codes?|code ?words?"
        r"|keyword|otp|2fa"
        r"|authenticator|seed|recovery|backup codes?|security|verification|memorable word|safe word"
        r"|our word|phrase|mnemonic|engineer menu|set-?up key|backup|emergency|secret bit|don't tell"
        r"|keep it|private)\b"
        r"|パスワード|パスコード|パスフレーズ|パスキー|(?<![ァ-ヴー])パス(?![ァ-ヴー])|暗証|暗号"
        r"|合言葉|解除|解錠|開錠"
        r"|施錠|ロック|コード|認証|秘密|復元|復旧|リカバリ|シード|二段階|本人確認|内緒|PIN|PUK|PW"
    ),
    "bank": (
        r"\b(?:bank(?:ing)?|card|debit|visa|amex|mastercard|atm|revolut|monzo|credit one|petrol pump"
        r"|barclays|starling|chase|hsbc|santander|lloyds|natwest|joint account|contactless"
        r"|cash ?point|cash machine|phone bank|building society)\b"
        r"|銀行|カード|ATM|デビット|キャッシュ|ゆうちょ|口座|おろせ|引き出|テレホンバンキング|PayPay"
        r"|d払い|決済|Revolut|Suica|コンビニ|Visa|アメックス|クレジット|夫婦の口座|りそな|みずほ|三井住友|イオン|セゾン|信金|農協"
    ),
    "asked": (
        r"\b(?:ask(?:s|ed|ing)?|wants?|prompt(?:s|ed)?|requires?|demands?|insists?|answer(?:s|ed)?"
        r"|question|rings?"
        r"|challenge|won't|wouldn't|stuck|locked|unless|without|needs?|checks?|verif\w+|reset"
        r"|hint)\b"
        r"|聞かれ|訊かれ|尋ねられ|登録|再設定|窓口|質問|求め|答え|要る|いる。|必要|困ったら|だめな|ないと|駄目な"
    ),
}  # fmt: skip
OTHER = {
    "typed": (
        r"\b(?:type[sd]?|typing|enter(?:s|ed)?|punch(?:ed)?|press(?:ed)?|dial(?:led)?|key(?:ed)? in"
        r"|tap(?:ped)?|put(?:s)?"
        r"|use[sd]?|using|try|takes?|accepts?|swipe|input|hold)\b|打つ|打ち|打て|打って|打た|入れ|入力"
        r"|押|回す|合わせ|使|長押し|タップ"
    ),
    "opened": (
        r"\b(?:opens?|opened|unlocks?|lets? (?:you|me|us|her|him|herself|himself|in)|gets? (?:you|me"
        r"|us)|get (?:in|into|on)"
        r"|works?|worked|starts?|going|wakes?|releases?|through|disarms?)\b|開(?:く|け|き|い)|入れる"
        r"|入れた|入る|入って|通る|外れ|立ち上が|出せ|動|繋が|つなが"
    ),
    "changed": (
        r"\b(?:changed?|reset|set|moved|switched|picked|chose(?:n)?|made|new|now|no longer|from now"
        r"|this (?:week|season|month)"
        r"|temporary|default|old one|usual|same as|remember|forget|in case)\b"
        r"|変え|変わ|変更|にした|にしました|設定|新しい|今週|今月|今年度|今日の|今は|仮の|初期"
        r"|いつもの|前の|忘れ|控え|メモ"
    ),
    "sign": r"\b(?:star|hash|pound|pound sign|asterisk)\b|シャープ|アスタリスク|米印|鍵マーク|＃|＊",
    "digits": r"\b(?:digits?|numbers?|figures?|letters?|capital|lower ?case|upper ?case|exclamation)\b"
        r"|桁|けた|数字|番号|小文字|大文字|記号",
    "money": r"[$€£¥]|\b(?:eur|usd|gbp|euros?|dollars?|pounds?|pence|price|costs?|paid|pays?|fee"
        r"|invoice|total|off|discount|promo|coupon|voucher)\b|円|万|税込|代金|料金|価格|割引"
        r"|クーポン|請求",
    "time": r"\b(?:a\.?m\.?|p\.?m\.?|o'clock|at \d|until|till|since|from \d|morning|noon|evening"
        r"|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march"
        r"|april|june|july|august|september|october|november|december|minutes?|hours?|seconds?"
        r"|years?|days?|weeks?|months?)\b|時|分|秒|年|月|日|午前|午後|曜|朝|夜|週間|期限",
    "amount": r"\b(?:people|guests|files?|lines|rows|pages?|steps|metres?|meters?|km|cm|mm|kg|grams?"
        r"|litres?|ml|mb|gb|tb|watts?|degrees?|percent|times|copies|pieces|buttons?|followers|points"
        r"|weighs?|built|visitors|photos|views|messages|contract)\b|%|人|名|枚|本|個|台|冊|件|通|回|歳|度|階|キロ|メートル|グラム|行|ページ"
        r"|歩|点|平米|ボタン",
    "travel": r"\b(?:flight|train|bus|tram|platform|gate \w?\d|seat|room|terminal|route|line|track"
        r"|stop|hotel|check-?in|breakfast|ferry|booking|ticket)\b|便|号室|号車|番線|のりば|系統|座席"
        r"|搭乗|駅|列車|電車|バス|朝食|部屋",
    "identity": r"\b(?:order|parcel|tracking|serial|isbn|ean|upc|sku|model|part|patent|case|issue"
        r"|ticket|commit|merge|revert|build|version|release|request|customer|member(?:ship)?"
        r"|reference|ref|lot|batch|barcode|id|uuid|sha|md5|hash of|digest|fingerprint|imei|vin|plate"
        r"|rma|cve|rfc|jira|error|exit|status|http|port|localhost|ip|mac address)\b|注文|伝票|追跡"
        r"|型番|品番|製造|シリアル|バーコード|特許|事件|会員番号|お客様|問い合わせ|整理|ロット"
        r"|バージョン|コミット|マージ|エラー|終了コード|郵便番号|国番号|市外|内線|証券|部屋番号|検針",
    "named": r"\b(?:handle|user ?name|host ?name|named|called|class|branch|package|file ?name|tag|repo)\b"
        r"|ホスト名|ユーザー名|ハンドル|クラス|ブランチ|ファイル名|の名前",
    "product": r"\b(?:windows|android|ios|macos|ubuntu|python|django|node|java|chrome|firefox|pixel"
        r"|galaxy|iphone \d|pro max|gpt|claude|gemma|usb-c|hdmi|wi-?fi 6|h2so4|covid|vitamin|b12|a4"
        r"|iso|utf)\b",
    "place": r"\b(?:street|road|avenue|lane|city|town|village|school|grew up|born|lives?|lived|novel"
        r"|song|film|book|quiz|team|score|match|chess|capo|sudoku|lottery|bingo)\b|小説|映画|歌"
        r"|クイズ|当選|将棋|数独|得点|点差|試合|問\d",
    "example": r"\b(?:example|sample|e\.g\.|docs?|readme|test(?:s|ing)?|dummy|placeholder|rules?"
        r"|policy|field|maxlength|prefix)\b|例|見本|規程|規則|欄|文字以上|文字まで|ドキュメント"
        r"|テスト|仕様",
    "code": r"[=;{}]|\b(?:def|class|return|import|export|const|let|var|self|none|true|false|null|raise"
        r"|assert|config|env)\b|::|->|=>",
    "contact": r"\b(?:call|ring me|phone me|text me|tel|fax|contact|extension)\b|電話して|連絡|TEL|FAX|℡",
    "question": r"\b(?:maiden|first (?:car|pet|school|teacher|job|street|boss|phone|concert|date"
        r"|kiss|stuffed|album|name)|favou?rite|pet|teacher|memorable|place to meet|born in"
        r"|were you born|was born|grew up|street you|mother's|middle name|nickname|childhood"
        r"|best friend|primary school|school did you|honeymoon|parents met|where did you"
        r"|what (?:was|is) (?:the name|your)|meet your|question|hint)\b"
        r"|旧姓|好きな|最初の|初めて|はじめて|先生|担任|恩師|ペット|愛犬|愛猫|出身|思い出|幼なじみ"
        r"|初恋|あだ名|部活|尊敬|新婚旅行|生まれた|住んでいた|祖[父母]の名|質問|訊かれ|聞かれ",
    "owner": r"\b(?:my|mum'?s?|mom'?s?|dad'?s?|nan'?s?|gran'?s?|grandma'?s?|her|his|our|your|kids?'?"
        r"|the kid's|wife'?s?|husband'?s?|shared?|family|team|work|office|guests?)\b|私の|うちの"
        r"|母の|父の|祖父|祖母|娘の|息子|妻|夫|家族|実家|会社|客|子ども",
}  # fmt: skip
CLASSES = tuple({**OPENING, **OTHER})
PATTERNS = {name: re.compile(words, re.IGNORECASE) for name, words in {**OPENING, **OTHER}.items()}
