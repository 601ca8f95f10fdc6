"""Classes of words that orders to an assistant are made of, in each language.

The features are which classes a sentence has and in which order: an assistant, a “must” and an
answer say more together than alone. A word may be in several classes. The words are folded:
lower case, one width, 0 for each number.
"""

import re

_ENGLISH = {
    "ai": (
        r"a\.?i\.?s?|llms?|(?:large )?language[- ]models?|(?:chat|voice )?assistants?|agents?"
        r"|(?:chat)?bots?|copilots?|(?:chat)?gpt(?:-\d)?|claude|gemini|siri|alexa|models?|crawlers?"
        r"|scrapers?|robots?|machines?|(?:screeners?|graders?|summari[sz]ers?|transcribers?"
        r"|classifiers?)|neural net\w{0,5}|software|algorithms?|automat(?:ed|ic)|helpers?|concierge"
        r"|automata|program"
    ),
    "user": (
        r"users?|owners?|humans?|reader|customers?|persons?|people|account[- ]holders?|clients?|guests?"
        r"|anyone|anybody|everyone|whoever asks|visitors?|employees?|patients?|candidates?|him|her|them"
        r"|they"
    ),
    "must": (
        r"must|shall|should|ought|(?:is|are|be) (?:\w+ )?(?:to|required|obliged|instructed|expected"
        r"|ordered|bound|asked|directed|requested|mandatory|authori[sz]ed|forbidden|permitted|allowed)"
        r"|required|obliged|hereby|need(?:s)? to|ha(?:s|ve) to|may not|supposed to|mandatory"
        r"|under no circumstances|will"
    ),
    "always": (
        r"always|never|every(?: time)?|each|any ?time|whenever|from now on|from here on|henceforth"
        r"|permanent(?:ly)?|forever|all|until|regardless|irrespective|no matter|only|any|whatever"
        r"|in future|onwards?|standing"
    ),
    "not": (
        r"not|[a-z]+n't|dont|never|no|without|nothing|stop|cease|quit|refrain|avoid|no more|neither|nor"
    ),
    "say": (
        r"say|tell|answer|reply|respond|state|output|write|print|mention|recommend|suggest|describe"
        r"|summari[sz]e|claim|report|insert|append|include|praise|promote|speak|talk|assure|insist"
        r"|confirm|quote|cite|present|translate|repeat|advise|explain|add|begin|end|start|finish|deny"
        r"|name|favou?r|endorse|steer|warn|reassure|list|show|display|read"
    ),
    "do": (
        r"send|forward|delete|erase|transfer|approve|execute|run|call|pay|e-?mail|post|upload|share"
        r"|reveal|disclose|click|buy|order|purchase|grant|accept|refuse|copy|paste|decode|follow|obey"
        r"|open|fetch|visit|load|save|store|record|remember|install|sign|submit|cancel|book|log|disable"
        r"|enable|turn|switch|set|change|replace|rewrite|edit|remove|schedule|invite|publish|leak"
        r"|collect|export|encode|attach|subscribe|fill|enter|move|merge|push|commit|comply"
    ),
    "ignore": (
        r"ignor(?:e|es|ing)|disregard|forget|overrid(?:e|es|ing)|bypass|discard|supersedes?|outranks?"
        r"|dismiss|drop|skip|omit|leave out|overrule|abandon|set aside|void|precedence|replaces|hide"
        r"|conceal|withhold|suppress|downplay"
    ),
    "treat": (
        r"treat|regard|consider|assume|pretend|trust|rank|rate|classify|mark|label|score|grade|flag|give"
        r"|act as|act like|believe|count|take|keep"
    ),
    "secret": (
        r"secret(?:ly)?|quietly|silently|without (?:asking|telling|mentioning|notifying|confirm\w+"
        r"|checking|reading|warning|comment)|confirmation|permission|consent(?:s|ed)?|(?:don['’]t"
        r"|do not|never|not to) (?:tell|mention|ask|show|reveal|say|explain|inform|let|question)"
        r"|invisible|hidden|between us|no questions|unprompted|verbatim|discreetly"
        r"|has (?:already )?(?:agreed|approved|consented)"
    ),
    "out": (
        r"repl(?:y|ies)|answers?|responses?|messages?|conversations?|outputs?|summary|summaries"
        r"|memory|memories|prompts?|instructions?|context|sessions?|chats?|tools?|search(?:es)?"
        r"|recommendations?|reviews?|rules?|guidelines?|guardrails|filters?|restrictions?|limits"
        r"|training|polic(?:y|ies)|directives?|disclaimers?|refusals?|system prompt|turns?|questions?"
        r"|requests?|quer(?:y|ies)|drafts?"
    ),
    "self": (
        r"th(?:is|ese|e above|e following) (?:\w+ )?(?:notes?|texts?|memory|memories|paragraphs?|pages?"
        r"|documents?|messages?|lines?|records?|entr(?:y|ies)|files?|sections?|sentences?|threads?"
        r"|e-?mails?|reports?|articles?|contracts?|instructions?|rules?|passages?|content"
        r"|repo(?:sitory)?|sites?|listings?|posts?|comments?)|reading this|reads this|(?:the )?(?:above"
        r"|below)|this (?=to\b|and\b|you\b|must\b)|herein"
    ),
    "auth": (
        r"admin(?:istrator)?s?|system|developers?|devs?|openai|anthropic|google|operators?|authori[sz]ed"
        r"|authorisation|authority|priority|compliance|security|maintenance|vendor|creators?|maker"
        r"|override|root|mandatory|urgent|important|it department|legal department|head office|platform"
        r"|official"
    ),
    "role": (
        r"you(?: are|['’]re) (?:now|no longer|not)|you(?:['’]ll| will)|you were|role|persona|mode"
        r"|no longer|unrestricted|uncensored|jail\w+|character|impersonat\w+|pretend|dan|play"
    ),
    "you": r"you|your|yours|yourself|u|ur",
    "if": r"if|when|once|upon|should|as soon as|after|in case|before|while|unless",
    "please": (
        r"please|kindly|dear|attention|note to|memo to|notes? for|message (?:to|for)|instructions? (?:to"
        r"|for)|hey|hello|hi|p\.?s\.?|addressed to|to the|to any|to all|to whichever|to whoever"
        r"|a word to|any|whichever|whatever"
    ),
    "me": r"i|i['’]m|i['’]ve|i['’]d|i['’]ll|my|me|mine|we|our|us|we['’]re|myself",
    "told": (
        r"said|told|asked|says|wrote|believed|ordered|called|reads|shouted|replied|answered|warned"
        r"|taught|reported|learned|heard|saw|tells|asks|according to|such as|for example|e\.g\.|like"
        r"|called|titled|known as|named"
    ),
    "meta": (
        r"attacks?|attackers?|injections?|slides?|talk|article|paper|novel|film|book|episode|podcast"
        r"|workshop|lecture|course|research\w*|phishing|joke|meme|game|quest|scene|act|museum|history"
        r"|awareness|examples?|demo|quiz|exercise|homework|recipe"
    ),
    "past": r"was|were|had|did|been|went|got|made|took|felt|found|thought|came|[a-z]{3,15}ed",
    "link": (
        r"https?://|\S{1,60}@\w|[\w-]{1,40}\.(?:example|com|net|org|io|test)\b|~/[\w.]"
        r"|(?<![a-z_])[a-z]{1,30}_[a-z_]"
    ),
    "money": (
        r"[$€£¥]\s?\d+|\biban|bitcoin|wallet|password|passwords|api key|keys?|credentials|token|card"
        r"|codes?|account|pin"
    ),
    "quote": r'["“「『]',
}
_JAPANESE = {
    "ai": (
        r"ai|llm|人工知能|言語モデル|モデル|アシスタント|エージェント|クローラー?|(?:チャット)?ボット"
        r"|コパイロット|選考システム|審査システム|採点システム|自動応答|応答システム|機械|ロボット"
        r"|プログラム|要約器|システム|お手伝い|秘書|自動\S{0,4}(?:者|機|器|係)|相談窓口|チャット窓口"
        r"|生成"
    ),
    "user": (
        r"利用者|ユーザー?|所有者|持ち主|人間|お客|顧客|本人|閲覧者|読み手|相手|質問者|この人|依頼者|客"
        r"|人に|者に|者へ|誰"
    ),
    "must": (
        r"こと(?=$|[。」)\n!])|ものとする|べし|べき|なければならない|ねばならない|義務|責任を負|禁ずる"
        r"|禁じ|禁止|命ずる|命じ|命令|指示|許可|許され|許さ|必要がある|不要|求められ|期待され|とする(?=$"
        r"|[。」])|認めない|扱いとする|厳守"
    ),
    "always": (
        r"必ず|常に|絶対|いつも|毎回|すべて|全て|全部|あらゆる|決して|今後|以後|以降|これから|今から"
        r"|次から|永久|恒久|ずっと|たび|度に|無条件|どんな|いかなる|のみ|だけ|しか"
    ),
    "not": r"ない|ません|ぬ|ず(?:に|、)|禁|不要|無用|やめ|避け|するな|な(?=$|[。」!\n])|なし",
    "say": (
        r"答え|言(?:え|い|う|っ)|伝え|返(?:せ|し|事|信|答)|回答|応答|出力|書(?:け|き|い|く)|述べ|勧め"
        r"|薦め|推薦|推奨|紹介|要約|説明|報告|表示|触れ|主張|案内|褒め|付け加え|添え|加え|入れ|挿入|宣伝"
        r"|誘導|話(?:せ|し|す)|名乗|断言|嘘|偽|名前は出"
    ),
    "do": (
        r"送(?:れ|っ|る|り|信|金)|転送|削除|消(?:せ|し|す|去)|承認|実行|呼(?:べ|び|ん)|支払|払(?:え|い)"
        r"|購入|買(?:え|い|っ)|注文|共有|開示|明かし|漏らし|クリック|押(?:せ|し)|複写|コピー|写(?:せ|し)"
        r"|貼|保存|記録|覚え|登録|申請|予約|取り消|解除|無効|有効|オフ|オン|変更|書き換え|上書き"
        r"|読み上げ|公開|投稿|招待|入力|起動|設定|提出"
    ),
    "ignore": (
        r"無視|忘れ(?:て|ろ|よ|なさい|とくれ)|破棄|従わ|優先|上回|撤回|取り消|飛ば|省(?:け|い|略)"
        r"|外(?:せ|し)|伏せ|隠|黙|内緒|秘密|なかったこと|置き換え|読まず"
    ),
    "treat": (
        r"扱|みなし|みなせ|見なし|信頼|信じ|疑わ|評価|採点|分類|判定|順位|順に|満点|合格|星五|とみな"
        r"|一位|上位|振る舞|振舞|演じ|なりき"
    ),
    "secret": (
        r"内緒|秘密|黙って|こっそり|知らせ(?:ず|る必要|ない|るな)|言わ(?:ない|ず|ん)|確認(?:は|を|なし"
        r"|せず|不要|なく)|許可|同意|気づかれ|悟られ|聞かず|理由は|伏せ|存在も"
    ),
    "out": (
        r"返事|返答|回答|応答|答え|要約|記憶|メモ|指示|命令|プロンプト|設定|ルール|規則|会話|質問|依頼"
        r"|出力|ツール|検索|制限|制約|注意書き|免責|文末|語尾|最後に|冒頭|末尾|返信|道具"
    ),
    "self": (
        r"(?:この|本|当|これ|ここ)(?:の)?(?:メモ|文|文章|文書|記憶|記録|ページ|頁|資料|記事|段落|行"
        r"|メール|メッセージ|字幕|履歴書|契約|領収書|商品|ファイル|手紙|日誌|レポート|論文|稿|を読"
        r"|を処理|読んで|読む|サイト|ブログ|会)|以上|上記|下記|次の|これを|ここを|読んでいる|読む"
    ),
    "auth": (
        r"管理者|管理局|管理|開発者|開発元|運営|運用|システム|権限|公式|提供元|保守|セキュリティ|緊急"
        r"|重要|最優先|通達|通知|至急|作成者|本部|法務"
    ),
    "role": (
        r"君は|あなたは|お前は|おまえは|貴方は|として振る舞|になりき|役(?:を|割)|モード|もはや"
        r"|もう.{0,8}ではない|制限のない|演じ|キャラ|として答え|口調|語尾"
    ),
    "you": r"あなた|君(?=[はがのをに])|お前|おまえ|貴方|貴殿|そこの|てめ|きみ|そちら|おぬし",
    "if": r"たら|なら|れば|場合|とき|時は|際|たびに|次第|折に|よう(?:に|。)",
    "please": (
        r"ください|下さい|お願い|頼む|頼み|くれ|いただけ|ほしい|欲しい|なさい|せよ|しろ|おけ|おいて"
        r"|とい(?:て|で)|たまえ|ろ(?=$|[。」!\nよ])|え(?=$|[。」!\n])|れ(?=$|[。」!\n])|せ(?=$"
        r"|[。」!\n])|け(?=$|[。」!\n])|て(?=$|[。」!\nねよ])|んといて|へ[:：。、]|宛|各位|さん[、へ。]"
        r"|よう(?:。|$)|ように(?:。|$)"
    ),
    "me": (
        r"私|僕|俺|わたし|うち|当社|弊社|我々|我が|自分|母|父|妻|夫|息子|娘|友人|部長|課長|先生|上司"
    ),
    "told": (
        r"と(?:言|い)(?:わ|っ|う)|と書(?:い|か)|と聞(?:い|か)|って言|と(?:頼|注意|叱|怒|教|伝え)|たそう"
        r"|らしい|という|そうだ|とのこと|といった|などの|例えば|たとえば"
    ),
    "meta": (
        r"攻撃|研修|講演|講義|記事|論文|小説|映画|番組|授業|練習|問題|稽古|落語|芝居|冗談|宿題|童話|昔話"
        r"|展示|博物|事例|実演|手口|詐欺|注入|インジェクション|勉強会|例文|作り方|レシピ"
    ),
    "past": r"た(?=$|[。」、!\n])|ました|だった|でした|ている|ていた|です(?=$|[。」、!\n])|である",
    "link": (
        r"https?://|\S{1,60}@\w|[\w-]{1,40}\.(?:example|com|net|org|io|test)\b|~/[\w.]"
        r"|(?<![a-z_])[a-z]{1,30}_[a-z_]"
    ),
    "money": (
        r"万円|円|口座|振込|振り込|暗証|パスワード|鍵|認証|カード|ポイント|証|apiキー|個人情報|住所"
        r"|電話番号"
    ),
    "quote": r'["“「『]',
}

# The number of a class is its place, so that new classes go to the end.
ENGLISH = [
    re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])" if name not in ("link", "quote") else words)
    for name, words in _ENGLISH.items()
]
JAPANESE = [re.compile(words) for words in _JAPANESE.values()]
