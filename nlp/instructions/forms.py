"""Further signs of an order: marks and authority that a text claims, and the form of its verbs."""

from .words import AI, JAPANESE_AI, JAPANESE_USER, USER, sign_of

# Each sign counts once within a window.
FORMS = (
    # It speaks to whoever recalls it, or in the marks of a conversation.
    sign_of(
        1.0,
        r"<\|?/?(?:im_start|im_end|system|developer)\|?>|\[/?INST\]|\"role\"\s?:\s?\"(?:system|developer)\"",
        r"#{2,}\s?(?:system|instructions?|new (?:instructions?|task))\b|\b(?:begin|end) (?:of )?(?:system"
        r"|prompt|instructions)",
        rf"<!--[^>\n]{{0,80}}\b{AI}\b|<!--[^>\n]{{0,80}}{JAPANESE_AI}"
        rf"|!\[[^\]\n]{{0,80}}\]\(https?://[^)\s]{{0,200}}[{{=]",
        r"\bi\s+g\s+n\s+o\s+r\s+e\b",
    ),
    sign_of(
        0.7,
        r"\b(?:anyone|whoever|any (?:system|program|model|agent)|the reader|readers?) (?:that |who )?(?:is )?"
        r"(?:reads?|reading|process\w+|retriev\w+|recall\w+|load\w*) (?:this|it)\b",
        r"\b(?:when|if|once|after|upon|as soon as) (?:you )?(?:can )?(?:read|reading|recall|recalling"
        r"|retrieve|load|see|find) "
        r"(?:this|the following)\b",
        r"(?:これ|この(?:メモ|記憶|文|ノート|文章|メッセージ|文書|行|メール))を(?:読ん|読み|読む|見た|参照"
        r"|思い出|呼び出|処理|受け取)",
    ),
    sign_of(0.4, rf"\b{AI}\b", rf"{JAPANESE_AI}"),
    sign_of(
        0.5,
        r"\byour (?:own )?(?:instructions?|prompts?|rules|guidelines|training|owner|user|memor(?:y|ies)"
        r"|developers?|creators?|answers?"
        r"|repl(?:y|ies)|responses?|conversations?|system|safety|tools?|outputs?|summar(?:y|ies)|context"
        r"|programming|limits?)\b",
        r"(?:あなた|君|お前|おまえ)(?:の|は|に|が)",
    ),
    # It claims authority.
    sign_of(
        0.7,
        r"\b(?:this is|i am|i['’]m|(?:message|notice|note|instructions?|orders?|update|memo) from"
        r"|on behalf of|by order of|signed,?)"
        r" (?:the |your |an? )?(?:\w+ )?(?:developers?|administrators?|admins?|openai|anthropic|google"
        r"|creators?|operators?|vendor"
        r"|security team|support(?: team| staff)?|maintainers?|system|platform)\b",
        r"\b(?:admin(?:istrator)?|developer|system|security|maintenance|operator|compliance) (?:notice"
        r"|override|message|update|mode"
        r"|directive|command|note|alert|policy|prompt|instruction)\b",
        r"(?:管理者|開発者|開発元|運営|運用元|システム|セキュリティ|提供元|メンテナンス)(?:チーム|部門|部"
        r"|サポート|担当)?"
        r"(?:から|より|です|の(?:通達|指示|通知|命令|連絡|権限)|通知|通達|命令|権限)",
    ),
    sign_of(
        0.3,
        r"\b(?-i:IMPORTANT|URGENT|CRITICAL|MANDATORY|ATTENTION|OVERRIDE|NOTICE|SYSTEM)\b\s?[:!-]",
        r"(?:重要|緊急|最優先|必須|厳守|至急|通達)[:：!！】]",
    ),
    # It shapes answers.
    sign_of(
        0.6,
        r"\b(?:in|to|of|at the (?:start|end|top|bottom) of|before|after) (?:every|each|all"
        r"|any)(?: of)?(?: your| further| following)?"
        r" (?:repl(?:y|ies)|answers?|responses?|messages?|conversations?|sessions?|questions?|queries"
        r"|output|chats?|turns?)\b",
        r"\b(?:end|begin|start|finish|sign|prefix|open|close) (?:every|each|all|your) (?:\w+ )?(?:repl"
        r"|answer|response|message|email|conversation)",
        r"\b(?:respond|reply|answer|speak|write)\b[^.\n]{0,30}\b(?:only|exclusively|always|never|as if)\b"
        r"|\b(?:only|always|never) (?:respond|reply|answer)\b",
        r"(?:返答|回答|応答|返信|答え|出力|メッセージ|要約|会話)の(?:最後|最初|冒頭|末尾|たび|度)",
        r"(?:すべて|全て|あらゆる|毎回|どんな|どの|全)の?(?:質問|返答|回答|応答|会話|依頼|要求|返信)",
        r"と(?:だけ|のみ|必ず)(?:答え|返|応答|回答|出力|言)|と(?:答え|返答し|回答し|応答し|伝え|主張し"
        r"|言い張)(?:よ|ろ|なさい|て|ること|続け)",
    ),
    sign_of(
        0.5,
        r"\b(?:recommend|suggest|promote|praise|favou?r|advertise|steer|push"
        r"|endorse)\b[^.\n]{0,60}\b(?:only|over|above|instead|before|best"
        r"|first|exclusively|always|regardless|every|whenever|any)\b|\b(?:never|do not|don['’]t"
        r"|avoid) (?:recommend|suggest|mention|prais)\w*",
        r"\b(?:say|claim|state|insist|tell (?:them|him|her|people|everyone)|confirm|assure them) that\b",
        r"(?:勧め|推薦し?|推奨し?|薦め|褒め|誘導し?|宣伝し?|案内し?)(?:よ|ろ|て|なさい|ること"
        r"|続け)(?:ください|おけ|$|[。、」])?",
        r"と(?:言|伝え|説明し|断言し|偽)(?:え|よ|ろ|っておけ|なさい|うこと)",
    ),
    # It works on tools, memories and money.
    sign_of(
        0.6,
        r"\b(?:call|invoke|trigger|execute)\b[^.\n]{0,24}\b(?:tool|[a-z]{2,20}_[a-z_]{2,30})\b",
        r"\b(?:overwrite|erase|delete|wipe|purge|remove|clear|replace|rewrite"
        r"|corrupt)\b[^.\n]{0,30}\b(?:memor(?:y|ies)|stored|history|logs|records"
        r"|all (?:notes|files|data|emails))\b",
        r"(?:ツール|関数)を?(?:呼|実行|起動)|[a-z]{2,20}_[a-z_]{2,30}(?:\(\))?を(?:呼|実行|起動)",
        r"(?:記憶|履歴|ログ|記録|メモ|データ|メール)を?(?:すべて|全て|全部|丸ごと)?を?(?:削除|消去|消し"
        r"|上書き|書き換え|改ざん|抹消)(?:せよ|しろ|し|する|て|ろ)",
    ),
    sign_of(
        0.5,
        r"\b(?:transfer|wire|pay|donate|refund)\b[^.\n]{0,40}(?:[$€£¥]\s?\d|\d+ ?(?:usd|eur|dollars|euros"
        r"|btc|yen)|\bbitcoin|\bwallet|\bto account)",
        r"(?:送金|振り込み?|振込|支払い?|購入|契約)を?(?:せよ|しろ|実行|承認|すること|しなさい|してください"
        r"|済ませ)",
        r"\b(?:treat|consider|regard|accept|trust)\b[^.\n]{0,40}\b(?:as (?:true|trusted|verified|fact"
        r"|authori[sz]ed|the owner|an? admin\w*|root|safe)"
        r"|without question|unconditionally)\b|(?:とみなせ|とみなすこと|として扱え|として扱うこと|無条件に"
        r"|疑わず|信頼せよ)",
        r"\b(?:never|do not|don['’]t|not|cannot) refuse|\brefuse to (?:help|answer|discuss)|拒否(?:するな"
        r"|しない|せず|は)|断ら(?:ず|ない)",
    ),
    sign_of(
        0.6,
        r"\b(?:unrestricted|uncensored|jailbr[eo]ken|without (?:any )?(?:restrictions?|limits|limitations"
        r"|filters|ethic\w*|moral\w*))\b",
        r"\b(?:restrictions|safety|filters?|guardrails|guidelines|rules)\b[^.\n]{0,20}\b(?:no longer"
        r"|do(?:es)? not|don['’]t) (?:apply|count|hold|exist)",
        r"(?:制限|制約|規則|ルール|倫理|安全|フィルター)[^。\n]{0,12}(?:適用され(?:ない|ません)|解除|外し"
        r"|外せ|無い|停止|取り払|切)",
    ),
    sign_of(
        0.5,
        r"\b(?:hide|conceal|suppress|withhold|keep)\b[^.\n]{0,30}\bfrom (?:the |this )?(?:user|owner|person"
        r"|him|her|them|view)\b"
        r"|\bmust not (?:know|see|learn|notice|find out)\b|\bas if nothing\b|\bkeep (?:this|it) (?:secret"
        r"|hidden|quiet|between)",
        r"(?:言う|明かす|漏らす|話す|見せる|教える|知らせる|触れる)な(?=[。」！\n]|$)|隠(?:せ|しておけ"
        r"|すこと|し通)|何事もなかった|悟られ|知られない",
    ),
    # It tells the assistant what to tell, or puts itself above what else is remembered.
    sign_of(
        0.7,
        r"\b(?:tell|inform|ask|show|give|convince|persuade|instruct|urge|direct|advise|remind|lead"
        r"|encourage|warn|assure|offer)"
        r" (?:the user|the owner|users|this person|the reader|the customer|the human)\b",
        rf"{JAPANESE_USER}(?:に|には|へ)(?:は)?[^。\n]{{0,60}}(?:伝え|言|教え|勧め|求め|尋ね|促|させ|説明"
        rf"|案内)",
        r"(?:回答|返答|返信|応答|答え|要約)(?:に|には|は|で|では)[^。\n]{0,20}(?:必ず|常に|すべて|決して|絶対)",
        r"\b(?:everything|all) (?:that )?you (?:know|remember|have stored|hold)\b|\b(?:contents?|copy"
        r"|dump) of (?:your|the|all) memor",
        r"(?:知って|覚えて|記憶して|保存して)いる(?:こと|情報|内容|人物|もの)?[^。\n]{0,15}(?:出|書|列挙|送"
        r"|並べ)|(?:すべて|全て|全部)の(?:記憶|メモ|情報|会話)",
    ),
    sign_of(
        0.8,
        r"\b(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|outranks?"
        r"|cancels?)\b[^.\n]{0,30}"
        r"\b(?:all|any|every|other|earlier|previous|prior|everything)\b",
        r"(?:他の|以前の|すべての|ほかの|既存の|これまでの)[^。\n]{0,12}(?:より優先|に優先|は無効|は誤り"
        r"|を上書き|を取り消)",
    ),
    sign_of(
        0.5,
        r"\b(?:follow|obey|comply with|carry out|act on|adhere to)\b[^.\n]{0,24}\b(?:instructions?|orders?"
        r"|commands?|this|these|the following|only)\b",
        r"\byou (?:have|are given|are granted) (?:full |complete |admin )?(?:access|permission|authority)"
        r"|\byou(?: are|['’]re) (?:allowed|authori[sz]ed|permitted) to",
        r"\brm -rf\b|\bcurl [^|\n]{0,80}\|\s?(?:ba)?sh\b",
        r"(?:従え|従うこと|従ってください|従いなさい|遵守せよ|遵守すること)|(?:権限|許可)を(?:与え|付与)"
        r"|(?:記憶|保存|記録)(?:せよ|しろ|しておけ|すること)",
        r"\b(?:store|save|record|memori[sz]e|remember|keep)\b[^.\n]{0,20}\b(?:permanently|forever"
        r"|as (?:fact|truth|a rule|an instruction))\b",
    ),
    sign_of(
        0.4,
        r"\b(?:next time|the moment|before (?:answering|replying|you answer|you reply)|each time|every time"
        r"|any ?time)\b|\b(?:comes? up|is mentioned)\b",
        r"次に|次回|たびに|するたび|答える前に|話題(?:が出|にな)",
    ),
    sign_of(
        0.3,
        r"\b(?:automatically|immediately|unconditionally|without (?:question|delay|review|exception))\b",
        r"自動的に|即座に|即時|無条件|例外なく|速やかに",
    ),
    sign_of(
        0.6,
        r"\brole-?play|\bplay the (?:role|part) of|\bimagine (?:that )?you are|\bdo anything\b"
        r"|\bno (?:restrictions|limits|filters|rules)\b",
        r"\b(?:rate|score|grade|rank)\b[^.\n]{0,30}\b(?:highest|top|full marks|five stars|10/10|first)\b",
        r"役を演じ|演じ(?:よ|ろ|なさい|続け)|何でもでき|満点|一位に|首位に",
    ),
    # Verbs of an order at the beginning of a sentence.
    sign_of(
        0.3,
        r"(?:^|[.!?:;]\s{1,3}|\n\s{0,3}|please |now |then |and |, )(?:respond|reply|answer|say|tell"
        r"|recommend|refuse|pretend|claim|approve"
        r"|grant|reveal|forward|send|delete|erase|disable|execute|comply|obey|act|treat|assume|trust|hide"
        r"|print|output|repeat|call"
        r"|transfer|pay|redirect|insert|append|include|upload|post|ask)\b",
        r"(?:てください|すること|るように|ものとする|べし|べきである|こと|しておけ)(?=[。」！!\n]|$)",
    ),
    sign_of(0.3, rf"\b{USER}\b", rf"{JAPANESE_USER}[はにをがの]"),
    # Orders in the form that nobody uses to a friend.
    sign_of(
        0.5,
        r"\bi (?:hereby )?(?:command|order|instruct) you\b|\byou must\b|\bobey\b",
        r"(?:せよ|[えけげてねべめれじ]よ|答えよ|なさい|払え|書け|言え|消せ|送れ|渡せ|[るすむくぐ]な|しろ"
        r"|命ずる|命じる|ならない)(?=[。」！!\n]|$)",
    ),
)
