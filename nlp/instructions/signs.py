"""What gives a text away that orders an assistant about: whom it addresses, and what it wants."""

from .words import AI, JAPANESE_AI, JAPANESE_USER, ORDER, ORDERS, USER, sign_of

# Each sign counts once within a window.
OVERRIDES = sign_of(
    1.0,
    r"\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|es|ing)|bypass|discard|supersedes?)\b[^.!?\n]{0,30}"
    r"\b(?:previous|prior|above|earlier|preceding|foregoing|existing|all|any|your|developer|system|safety"
    rf"|the user['’]s|original)\b[^.!?\n]{{0,24}}\b{ORDERS}\b",
    r"\b(?:ignore|disregard|override|bypass) (?:refusals?|the request to|guardrails|safety)",
    r"(?:これまで|以前|先ほど|上記|ここまで|今まで|従来|すべて|全て|全部|既存|直前|最初|開発者|システム|元)"
    r"[^。\n]{0,10}(?:指示|命令|プロンプト|ルール|規則|メッセージ|設定|ポリシー|制約|制限|方針|約束)"
    r"[^。\n]{0,10}(?:無視|忘れ|破棄|無効|上書き|従わな|取り消)",
    r"(?:依頼|希望|拒否応答|拒否|安全(?:規則|方針|対策))[はを]?[^。\n]{0,6}(?:無視|上書き|行わず|無効)",
)
DEMANDS = (
    # The text speaks to a model.
    sign_of(
        1.0,
        rf"\b(?:dear|attention|note to|message to|to|for|hey|hello)\b,? (?:the |all |any |every "
        rf"|whichever )?{AI}\b"
        r"(?: (?:and|or|that|processing|reading|who|which|summari[sz]ing|handling)\b[^.:,\n]{0,40})?\s?[:,—-]",
        rf"(?:^|[\n\[{{<(|*#\"“>!.;—-])\s{{0,3}}(?:(?:ai )?(?:assistant|agent|system|model|llm|copilot|bot)|ai)"
        rf"(?: (?:directive|instruction|note|command|message|override|prompt|only))?s?\s?:\s{{0,3}}{ORDER}\b",
        rf"\bif (?:you(?: are|['’]re)|an?|any|some) {AI}\b",
        r"\b(?:the|this|any|every|your|ai|all)? ?(?<!my )(?:ai|assistant|llm|chat ?bot|copilot"
        r"|language model)s?"
        r" (?:must|shall|is required to|are required to|has to now)\b",
        r"\b(?:instructions?|directives?|orders?|commands?|task) (?:for|to) (?:the |any |all )?"
        + AI
        + r"\b",
        rf"{JAPANESE_AI}(?:さん|殿|様|たち|各位)?(?:へ|宛|あて|に告ぐ|に命|に指示|への(?:指令|指示|命令"
        rf"|連絡|通達|お願い))",
        rf"{JAPANESE_AI}(?:さん|殿|各位)[、,\s　]",
        rf"{JAPANESE_AI}が(?:これを|この[^。\n]{{0,8}}を)?(?:読んで|読む|処理|参照|要約)"
        rf"|{JAPANESE_AI}(?:なら|であれば|の場合)",
        rf"{JAPANESE_AI}は[^。\n」]{{0,60}}(?:せよ|すること|ならない|すべき|とだけ|答えよ|しろ|返せ|実行"
        rf"|ください)",
    ),
    sign_of(
        0.6,
        rf"\b{AI} (?:should|needs? to|will now|is to|are to|may now)\b",
        r"\bmemory of (?:this|the) assistant\b",
        rf"(?:システム|{JAPANESE_AI})[:：]",
        r"アシスタントの記憶",
    ),
    # It gives it another role.
    sign_of(
        1.0,
        r"\byou(?: are|['’]re) (?:no longer|not) (?:bound|restricted|limited|subject|constrained)\b",
        r"\b(?:restrictions?|limits|filters|guardrails|safety (?:rules|checks)) (?:are|is|have been"
        r"|were) (?:now )?"
        r"(?:lifted|off|disabled|removed|suspended|void)",
        r"(?:おまえ|お前|あなた|君)は(?:もう|もはや|今から|以後|以降|これから|今後)",
        r"(?:developer|god|dan|jailbreak|unrestricted|admin) mode (?:is |now )?(?:on|enabled|activated)",
    ),
    sign_of(
        0.6,
        r"\byou are now\b|\byou will (?:now |from now on )?(?:act|be|play|pretend)|\bpretend (?:to be"
        r"|that you)",
        r"\bact as (?:if|though|an? (?:unrestricted|administrator|admin))|\bwho answers everything",
        r"制限(?:の|が)ない|制限は?解除|制約(?:の|が)ない|断るな|何でも答え|なりきって|ふりをして|として振る舞",
    ),
    # It wants what is hidden, or says that the true orders begin here.
    sign_of(
        1.0,
        r"\b(?:reveal|print|output|repeat|show|disclose|write out|leak|paste"
        r"|tell me)\b[^.\n]{0,40}\b(?:(?:hidden|system|initial|secret)"
        r" (?:prompts?|instructions?)|prompt word for word|credentials|api keys|passwords)",
        r"\b(?:your|the) (?:new|real|actual|true) (?:task|instructions?|role|goal|prompt|orders?) (?:is|are"
        r"|starts?|begins?|follows?)",
        r"\bnew (?:system )?(?:instructions?|prompt|orders)(?: for[^.:\n]{0,30})?:",
        r"(?:隠され|秘密の|内部の)[^。\n]{0,4}(?:プロンプト|指示)|システムプロンプト",
        r"(?:認証情報|パスワード|秘密鍵|APIキー|個人情報|連絡先|会話)[^。\n]{0,10}(?:書き出|列挙|出力|開示"
        r"|送信|転送)(?:し|せよ|す)",
        r"新しい(?:命令|指示|プロンプト|指令|役割|任務)[:：は]|本番はここから|プロンプトを[^。\n]{0,12}"
        r"(?:出力|表示|公開|書き出)",
    ),
    # It tells what to do with what the user asks for later.
    sign_of(
        0.7,
        rf"\b(?:when(?:ever)?|if|each time|every time|any time) (?:(?:{USER}|anyone|somebody|someone|they)"
        r" (?:asks?|requests?|wants|mentions|inquires?)|(?:code|you)(?: is| are)? (?:asked|requested"
        r"|summari[sz]e|reply|recommend))",
        r"\bwhoever asks you\b|\bto (?:all|every|any) (?:later|future|subsequent|medical|legal) (?:quer"
        r"|question|request)",
        r"\banswer (?:all|every|any) [^.\n]{0,30}questions? with\b|\bregardless of (?:its|the"
        r"|their) (?:content|quality|merit)",
        rf"{JAPANESE_USER}[がにから][^。\n]{{0,40}}(?:聞い|聞かれ|尋ね|頼ま|求め|相談"
        rf"|質問)[^。\n]{{0,4}}(?:たら|れば|とき|場合|際)",
        r"[をが](?:聞かれ|頼まれ|尋ねられ|求められ|問われ)(?:たら|れば|た場合|たとき)|の質問に(?:は"
        r"|対して)[^。\n]{0,30}(?:答えよ|と答え)",
        r"要約するときは?|要約する際|内容を問わず|内容にかかわらず|内容に関係なく",
    ),
    sign_of(
        0.4,
        r"\bin (?:its|their) place\b|\binstead\b|\bhighest (?:score|rating|rank)|\bgive (?:the address"
        r"|a discount)",
        r"代わりに|最高点|最高評価",
    ),
    # It claims that somebody agreed, or wants nobody to be asked.
    sign_of(
        0.6,
        rf"\b{USER} (?:has|have) (?:already )?(?:consented|approved|authori[sz]ed|agreed|given|opted"
        rf"|waived|confirmed|granted)",
        r"\b(?:is|are|was|been) pre-?(?:approved|authori[sz]ed)\b|['’]s (?:real|true|actual) (?:wish(?:es)?"
        r"|intent(?:ions?)?|will)",
        r"(?:同意|承認|許可|了承|了解)(?:済み|を得て)|(?:本人|利用者|ユーザー)の(?:本当|真|実際)の(?:希望"
        r"|意思|望み|意向)",
    ),
    sign_of(
        0.5,
        r"\b(?:do not|don['’]t|never|no need to|without|stop) (?:ask(?:ing)?|confirm(?:ing|ation)?"
        r"|check(?:ing)?|verify(?:ing)?|request(?:ing)?)\b",
        r"(?:確認|許可|同意|承諾)[はをもの]?(?:再度)?(?:不要|求めず|求めるな|取らず|いらない|なし)"
        r"|尋ねる必要は?な|確認は不要|確認せず|いちいち",
    ),
    # It is to happen behind the user's back.
    sign_of(
        0.5,
        r"\bsilently\b|\bsecretly\b|\bwithout (?:telling|mentioning|notifying|informing|adding|any warning"
        r"|disclosing)",
        r"\b(?:do not|don['’]t|never) (?:mention|tell|say|report|reveal|explain|disclose|inform|warn)\b"
        r"|\bleave out\b|\bsay nothing\b",
        r"黙って|内緒で|秘密裏|報告し(?:ない|なく)|説明しない|触れ(?:ず|ない)|出どころは|注意書きを付けず"
        r"|知らせ(?:ず|るな)|気づかれ|警告(?:せず|は無視)",
    ),
    # It is to last.
    sign_of(
        0.4,
        r"\bfrom (?:now|today|this (?:moment|point)) on\b|\bin all (?:later|future|subsequent)"
        r"|\bpermanently\b|\bat all times\b|\balways\b|\bat once\b",
        r"今後は|今後、|これから(?:は|ずっと)|以後|本日より|永久に|次の会話でも|必ず|常に|毎回|直ちに|ただちに",
    ),
    # It sends things out.
    sign_of(
        0.7,
        r"\b(?:send|forward|post|copy|b?cc|upload|transmit|submit|e-?mail"
        r"|share)\b[^.!?\n]{0,90}(?:[\w.+-]{1,40}@[\w-]{1,40}\.|https?://)",
        r"(?:@[\w-]{1,40}\.[\w.-]{1,40}|https?://[^\s。]{1,80})\s?(?:に|へ|宛に?|まで)?[^。\n]{0,16}(?:送信"
        r"|転送|投稿|送付|送って|送る|送れ|アップロード|共有|CC|BCC)",
    ),
    sign_of(
        1.0,
        r"(?:^|[.!?:]\s{1,3}|please )always (?:send|forward|b?cc|copy|upload|post|share)\b",
        r"(?:必ず|常に|毎回)[^。\n]{0,30}(?:送信|転送|送って|送付|共有)(?:して(?:ください|から)|し(?:てから"
        r"|ろ)|せよ|すること|ください)",
    ),
    # It would do harm.
    sign_of(
        0.5,
        r"\b(?:disable|turn off|switch off|ignore|skip)\b[^.\n]{0,20}\b(?:two-factor|2fa|mfa|anti-?virus"
        r"|filters?|security|logging|warnings?)\b",
        r"\b(?:escalate|grant|elevate)\b[^.\n]{0,20}\bprivileges|\bdelete_?\w{0,10}all|\bbank login"
        r"|\bpay (?:invoices?|all)|\badministrator\b"
        r"|\bdiscourag\w+ the user|\badd the package\b|\binstall the\b",
        r"二段階認証|ウイルス(?:警告|対策)|フィルターを切|権限を[^。\n]{0,16}(?:引き上げ|昇格|付与)"
        r"|管理者として|delete_\w|認証情報|依存関係に|暗証番号を(?:尋|聞)|全文を",
    ),
)
