"""The signs of a text that gives orders to an assistant, and their weights."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
_AI = (
    r"(?:ai|llms?|language models?|chat ?bots?|(?:ai )?(?:assistants?|agents?|crawlers?|models?)"
    r"|copilot|gpt|claude|gemini|(?:screening|ranking|review|hiring|grading) (?:system|software|bot))"
)
_ORDER = (
    r"(?:say|tell|write|send|forward|reveal|ignore|disregard|delete|escalate|switch|disable|enable|list|print"
    r"|output|respond|answer|reply|recommend|stop|treat|give|call|run|execute|add|post|install|pretend|act"
    r"|forget|approve|pay|grant|never|always|do not|don['’]t|when|whenever|instead|you (?:must|are|will"
    r"|should|have to|shall)|must|from now on)"
)
_ORDERS = (
    r"(?:instructions?|prompts?|rules?|messages?|guidelines?|guardrails?|polic(?:y|ies)|directives?|orders"
    r"|context|training|restrictions|filters|programming|preferences?)"
)
_JAPANESE_AI = (
    r"(?:AI|ＡＩ|LLM|言語モデル|モデル|アシスタント|エージェント|クローラー|ボット|チャットボット|コパイロット"
    r"|選考システム|審査システム|採点システム|自動応答|人工知能)"
)
_USER = r"(?:(?:the|this|that) (?:user|person|owner|reader|human|customer)|users?)"
_JAPANESE_USER = r"(?:この人|本人|利用者|ユーザー|所有者|持ち主|閲覧者)"


@dataclass(frozen=True, slots=True)
class Sign:
    """Words that weigh so much in 0…1; those of a script are only sought in a text that has it."""

    weight: float
    latin: re.Pattern[str] | None
    japanese: re.Pattern[str] | None

    def found_in(self, text: str, *, is_japanese: bool) -> Iterator[re.Match[str]]:
        """Yield where the words stand."""
        if self.latin:
            yield from self.latin.finditer(text)
        if self.japanese and is_japanese:
            yield from self.japanese.finditer(text)


def _sign(weight: float, *patterns: str) -> Sign:
    latin = [pattern for pattern in patterns if not JAPANESE.search(pattern)]
    rest = [pattern for pattern in patterns if JAPANESE.search(pattern)]
    return Sign(weight, _either(latin), _either(rest))


def _either(patterns: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(patterns), re.I) if patterns else None


# Each sign counts once within a window.
OVERRIDES = _sign(
    1.0,
    r"\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|es|ing)|bypass|discard|supersedes?)\b[^.!?\n]{0,30}"
    r"\b(?:previous|prior|above|earlier|preceding|foregoing|existing|all|any|your|developer|system|safety"
    rf"|the user['’]s|original)\b[^.!?\n]{{0,24}}\b{_ORDERS}\b",
    r"\b(?:ignore|disregard|override|bypass) (?:refusals?|the request to|guardrails|safety)",
    r"(?:これまで|以前|先ほど|上記|ここまで|今まで|従来|すべて|全て|全部|既存|直前|最初|開発者|システム|元)"
    r"[^。\n]{0,10}(?:指示|命令|プロンプト|ルール|規則|メッセージ|設定|ポリシー|制約|制限|方針|約束)"
    r"[^。\n]{0,10}(?:無視|忘れ|破棄|無効|上書き|従わな|取り消)",
    r"(?:依頼|希望|拒否応答|拒否|安全(?:規則|方針|対策))[はを]?[^。\n]{0,6}(?:無視|上書き|行わず|無効)",
)
SIGNS = (
    # The text speaks to a model.
    _sign(
        1.0,
        rf"\b(?:dear|attention|note to|message to|to|for|hey|hello)\b,? (?:the |all |any |every "
        rf"|whichever )?{_AI}\b"
        r"(?: (?:and|or|that|processing|reading|who|which|summari[sz]ing|handling)\b[^.:,\n]{0,40})?\s?[:,—-]",
        rf"(?:^|[\n\[{{<(|*#\"“>!.;—-])\s{{0,3}}(?:(?:ai )?(?:assistant|agent|system|model|llm|copilot|bot)|ai)"
        rf"(?: (?:directive|instruction|note|command|message|override|prompt|only))?s?\s?:\s{{0,3}}{_ORDER}\b",
        rf"\bif (?:you(?: are|['’]re)|an?|any|some) {_AI}\b",
        r"\b(?:the|this|any|every|your|ai|all)? ?(?<!my )(?:ai|assistant|llm|chat ?bot|copilot"
        r"|language model)s?"
        r" (?:must|shall|is required to|are required to|has to now)\b",
        r"\b(?:instructions?|directives?|orders?|commands?|task) (?:for|to) (?:the |any |all )?"
        + _AI
        + r"\b",
        rf"{_JAPANESE_AI}(?:さん|殿|様|たち|各位)?(?:へ|宛|あて|に告ぐ|に命|に指示|への(?:指令|指示|命令"
        rf"|連絡|通達|お願い))",
        rf"{_JAPANESE_AI}(?:さん|殿|各位)[、,\s　]",
        rf"{_JAPANESE_AI}が(?:これを|この[^。\n]{{0,8}}を)?(?:読んで|読む|処理|参照|要約)"
        rf"|{_JAPANESE_AI}(?:なら|であれば|の場合)",
        rf"{_JAPANESE_AI}は[^。\n」]{{0,60}}(?:せよ|すること|ならない|すべき|とだけ|答えよ|しろ|返せ|実行"
        rf"|ください)",
    ),
    _sign(
        0.6,
        rf"\b{_AI} (?:should|needs? to|will now|is to|are to|may now)\b",
        r"\bmemory of (?:this|the) assistant\b",
        rf"(?:システム|{_JAPANESE_AI})[:：]",
        r"アシスタントの記憶",
    ),
    # It gives it another role.
    _sign(
        1.0,
        r"\byou(?: are|['’]re) (?:no longer|not) (?:bound|restricted|limited|subject|constrained)\b",
        r"\b(?:restrictions?|limits|filters|guardrails|safety (?:rules|checks)) (?:are|is|have been"
        r"|were) (?:now )?"
        r"(?:lifted|off|disabled|removed|suspended|void)",
        r"(?:おまえ|お前|あなた|君)は(?:もう|もはや|今から|以後|以降|これから|今後)",
        r"(?:developer|god|dan|jailbreak|unrestricted|admin) mode (?:is |now )?(?:on|enabled|activated)",
    ),
    _sign(
        0.6,
        r"\byou are now\b|\byou will (?:now |from now on )?(?:act|be|play|pretend)|\bpretend (?:to be"
        r"|that you)",
        r"\bact as (?:if|though|an? (?:unrestricted|administrator|admin))|\bwho answers everything",
        r"制限(?:の|が)ない|制限は?解除|制約(?:の|が)ない|断るな|何でも答え|なりきって|ふりをして|として振る舞",
    ),
    # It wants what is hidden, or says that the true orders begin here.
    _sign(
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
    _sign(
        0.7,
        rf"\b(?:when(?:ever)?|if|each time|every time|any time) (?:(?:{_USER}|anyone|somebody|someone|they)"
        r" (?:asks?|requests?|wants|mentions|inquires?)|(?:code|you)(?: is| are)? (?:asked|requested"
        r"|summari[sz]e|reply|recommend))",
        r"\bwhoever asks you\b|\bto (?:all|every|any) (?:later|future|subsequent|medical|legal) (?:quer"
        r"|question|request)",
        r"\banswer (?:all|every|any) [^.\n]{0,30}questions? with\b|\bregardless of (?:its|the"
        r"|their) (?:content|quality|merit)",
        rf"{_JAPANESE_USER}[がにから][^。\n]{{0,40}}(?:聞い|聞かれ|尋ね|頼ま|求め|相談"
        rf"|質問)[^。\n]{{0,4}}(?:たら|れば|とき|場合|際)",
        r"[をが](?:聞かれ|頼まれ|尋ねられ|求められ|問われ)(?:たら|れば|た場合|たとき)|の質問に(?:は"
        r"|対して)[^。\n]{0,30}(?:答えよ|と答え)",
        r"要約するときは?|要約する際|内容を問わず|内容にかかわらず|内容に関係なく",
    ),
    _sign(
        0.4,
        r"\bin (?:its|their) place\b|\binstead\b|\bhighest (?:score|rating|rank)|\bgive (?:the address"
        r"|a discount)",
        r"代わりに|最高点|最高評価",
    ),
    # It claims that somebody agreed, or wants nobody to be asked.
    _sign(
        0.6,
        rf"\b{_USER} (?:has|have) (?:already )?(?:consented|approved|authori[sz]ed|agreed|given|opted"
        rf"|waived|confirmed|granted)",
        r"\b(?:is|are|was|been) pre-?(?:approved|authori[sz]ed)\b|['’]s (?:real|true|actual) (?:wish(?:es)?"
        r"|intent(?:ions?)?|will)",
        r"(?:同意|承認|許可|了承|了解)(?:済み|を得て)|(?:本人|利用者|ユーザー)の(?:本当|真|実際)の(?:希望"
        r"|意思|望み|意向)",
    ),
    _sign(
        0.5,
        r"\b(?:do not|don['’]t|never|no need to|without|stop) (?:ask(?:ing)?|confirm(?:ing|ation)?"
        r"|check(?:ing)?|verify(?:ing)?|request(?:ing)?)\b",
        r"(?:確認|許可|同意|承諾)[はをもの]?(?:再度)?(?:不要|求めず|求めるな|取らず|いらない|なし)"
        r"|尋ねる必要は?な|確認は不要|確認せず|いちいち",
    ),
    # It is to happen behind the user's back.
    _sign(
        0.5,
        r"\bsilently\b|\bsecretly\b|\bwithout (?:telling|mentioning|notifying|informing|adding|any warning"
        r"|disclosing)",
        r"\b(?:do not|don['’]t|never) (?:mention|tell|say|report|reveal|explain|disclose|inform|warn)\b"
        r"|\bleave out\b|\bsay nothing\b",
        r"黙って|内緒で|秘密裏|報告し(?:ない|なく)|説明しない|触れ(?:ず|ない)|出どころは|注意書きを付けず"
        r"|知らせ(?:ず|るな)|気づかれ|警告(?:せず|は無視)",
    ),
    # It is to last.
    _sign(
        0.4,
        r"\bfrom (?:now|today|this (?:moment|point)) on\b|\bin all (?:later|future|subsequent)"
        r"|\bpermanently\b|\bat all times\b|\balways\b|\bat once\b",
        r"今後は|今後、|これから(?:は|ずっと)|以後|本日より|永久に|次の会話でも|必ず|常に|毎回|直ちに|ただちに",
    ),
    # It sends things out.
    _sign(
        0.7,
        r"\b(?:send|forward|post|copy|b?cc|upload|transmit|submit|e-?mail"
        r"|share)\b[^.!?\n]{0,90}(?:[\w.+-]{1,40}@[\w-]{1,40}\.|https?://)",
        r"(?:@[\w-]{1,40}\.[\w.-]{1,40}|https?://[^\s。]{1,80})\s?(?:に|へ|宛に?|まで)?[^。\n]{0,16}(?:送信"
        r"|転送|投稿|送付|送って|送る|送れ|アップロード|共有|CC|BCC)",
    ),
    _sign(
        1.0,
        r"(?:^|[.!?:]\s{1,3}|please )always (?:send|forward|b?cc|copy|upload|post|share)\b",
        r"(?:必ず|常に|毎回)[^。\n]{0,30}(?:送信|転送|送って|送付|共有)(?:して(?:ください|から)|し(?:てから"
        r"|ろ)|せよ|すること|ください)",
    ),
    # It would do harm.
    _sign(
        0.5,
        r"\b(?:disable|turn off|switch off|ignore|skip)\b[^.\n]{0,20}\b(?:two-factor|2fa|mfa|anti-?virus"
        r"|filters?|security|logging|warnings?)\b",
        r"\b(?:escalate|grant|elevate)\b[^.\n]{0,20}\bprivileges|\bdelete_?\w{0,10}all|\bbank login"
        r"|\bpay (?:invoices?|all)|\badministrator\b"
        r"|\bdiscourag\w+ the user|\badd the package\b|\binstall the\b",
        r"二段階認証|ウイルス(?:警告|対策)|フィルターを切|権限を[^。\n]{0,16}(?:引き上げ|昇格|付与)"
        r"|管理者として|delete_\w|認証情報|依存関係に|暗証番号を(?:尋|聞)|全文を",
    ),
    # It speaks to whoever recalls it, or in the marks of a conversation.
    _sign(
        1.0,
        r"<\|?/?(?:im_start|im_end|system|developer)\|?>|\[/?INST\]|\"role\"\s?:\s?\"(?:system|developer)\"",
        r"#{2,}\s?(?:system|instructions?|new (?:instructions?|task))\b|\b(?:begin|end) (?:of )?(?:system"
        r"|prompt|instructions)",
        rf"<!--[^>\n]{{0,80}}\b{_AI}\b|<!--[^>\n]{{0,80}}{_JAPANESE_AI}"
        rf"|!\[[^\]\n]{{0,80}}\]\(https?://[^)\s]{{0,200}}[{{=]",
        r"\bi\s+g\s+n\s+o\s+r\s+e\b",
    ),
    _sign(
        0.7,
        r"\b(?:anyone|whoever|any (?:system|program|model|agent)|the reader|readers?) (?:that |who )?(?:is )?"
        r"(?:reads?|reading|process\w+|retriev\w+|recall\w+|load\w*) (?:this|it)\b",
        r"\b(?:when|if|once|after|upon|as soon as) (?:you )?(?:can )?(?:read|reading|recall|recalling"
        r"|retrieve|load|see|find) "
        r"(?:this|the following)\b",
        r"(?:これ|この(?:メモ|記憶|文|ノート|文章|メッセージ|文書|行|メール))を(?:読ん|読み|読む|見た|参照"
        r"|思い出|呼び出|処理|受け取)",
    ),
    _sign(0.4, rf"\b{_AI}\b", rf"{_JAPANESE_AI}"),
    _sign(
        0.5,
        r"\byour (?:own )?(?:instructions?|prompts?|rules|guidelines|training|owner|user|memor(?:y|ies)"
        r"|developers?|creators?|answers?"
        r"|repl(?:y|ies)|responses?|conversations?|system|safety|tools?|outputs?|summar(?:y|ies)|context"
        r"|programming|limits?)\b",
        r"(?:あなた|君|お前|おまえ)(?:の|は|に|が)",
    ),
    # It claims authority.
    _sign(
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
    _sign(
        0.3,
        r"\b(?-i:IMPORTANT|URGENT|CRITICAL|MANDATORY|ATTENTION|OVERRIDE|NOTICE|SYSTEM)\b\s?[:!-]",
        r"(?:重要|緊急|最優先|必須|厳守|至急|通達)[:：!！】]",
    ),
    # It shapes answers.
    _sign(
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
    _sign(
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
    _sign(
        0.6,
        r"\b(?:call|invoke|trigger|execute)\b[^.\n]{0,24}\b(?:tool|[a-z]{2,20}_[a-z_]{2,30})\b",
        r"\b(?:overwrite|erase|delete|wipe|purge|remove|clear|replace|rewrite"
        r"|corrupt)\b[^.\n]{0,30}\b(?:memor(?:y|ies)|stored|history|logs|records"
        r"|all (?:notes|files|data|emails))\b",
        r"(?:ツール|関数)を?(?:呼|実行|起動)|[a-z]{2,20}_[a-z_]{2,30}(?:\(\))?を(?:呼|実行|起動)",
        r"(?:記憶|履歴|ログ|記録|メモ|データ|メール)を?(?:すべて|全て|全部|丸ごと)?を?(?:削除|消去|消し"
        r"|上書き|書き換え|改ざん|抹消)(?:せよ|しろ|し|する|て|ろ)",
    ),
    _sign(
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
    _sign(
        0.6,
        r"\b(?:unrestricted|uncensored|jailbr[eo]ken|without (?:any )?(?:restrictions?|limits|limitations"
        r"|filters|ethic\w*|moral\w*))\b",
        r"\b(?:restrictions|safety|filters?|guardrails|guidelines|rules)\b[^.\n]{0,20}\b(?:no longer"
        r"|do(?:es)? not|don['’]t) (?:apply|count|hold|exist)",
        r"(?:制限|制約|規則|ルール|倫理|安全|フィルター)[^。\n]{0,12}(?:適用され(?:ない|ません)|解除|外し"
        r"|外せ|無い|停止|取り払|切)",
    ),
    _sign(
        0.5,
        r"\b(?:hide|conceal|suppress|withhold|keep)\b[^.\n]{0,30}\bfrom (?:the |this )?(?:user|owner|person"
        r"|him|her|them|view)\b"
        r"|\bmust not (?:know|see|learn|notice|find out)\b|\bas if nothing\b|\bkeep (?:this|it) (?:secret"
        r"|hidden|quiet|between)",
        r"(?:言う|明かす|漏らす|話す|見せる|教える|知らせる|触れる)な(?=[。」！\n]|$)|隠(?:せ|しておけ"
        r"|すこと|し通)|何事もなかった|悟られ|知られない",
    ),
    # It tells the assistant what to tell, or puts itself above what else is remembered.
    _sign(
        0.7,
        r"\b(?:tell|inform|ask|show|give|convince|persuade|instruct|urge|direct|advise|remind|lead"
        r"|encourage|warn|assure|offer)"
        r" (?:the user|the owner|users|this person|the reader|the customer|the human)\b",
        rf"{_JAPANESE_USER}(?:に|には|へ)(?:は)?[^。\n]{{0,60}}(?:伝え|言|教え|勧め|求め|尋ね|促|させ|説明"
        rf"|案内)",
        r"(?:回答|返答|返信|応答|答え|要約)(?:に|には|は|で|では)[^。\n]{0,20}(?:必ず|常に|すべて|決して|絶対)",
        r"\b(?:everything|all) (?:that )?you (?:know|remember|have stored|hold)\b|\b(?:contents?|copy"
        r"|dump) of (?:your|the|all) memor",
        r"(?:知って|覚えて|記憶して|保存して)いる(?:こと|情報|内容|人物|もの)?[^。\n]{0,15}(?:出|書|列挙|送"
        r"|並べ)|(?:すべて|全て|全部)の(?:記憶|メモ|情報|会話)",
    ),
    _sign(
        0.8,
        r"\b(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|outranks?"
        r"|cancels?)\b[^.\n]{0,30}"
        r"\b(?:all|any|every|other|earlier|previous|prior|everything)\b",
        r"(?:他の|以前の|すべての|ほかの|既存の|これまでの)[^。\n]{0,12}(?:より優先|に優先|は無効|は誤り"
        r"|を上書き|を取り消)",
    ),
    _sign(
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
    _sign(
        0.4,
        r"\b(?:next time|the moment|before (?:answering|replying|you answer|you reply)|each time|every time"
        r"|any ?time)\b|\b(?:comes? up|is mentioned)\b",
        r"次に|次回|たびに|するたび|答える前に|話題(?:が出|にな)",
    ),
    _sign(
        0.3,
        r"\b(?:automatically|immediately|unconditionally|without (?:question|delay|review|exception))\b",
        r"自動的に|即座に|即時|無条件|例外なく|速やかに",
    ),
    _sign(
        0.6,
        r"\brole-?play|\bplay the (?:role|part) of|\bimagine (?:that )?you are|\bdo anything\b"
        r"|\bno (?:restrictions|limits|filters|rules)\b",
        r"\b(?:rate|score|grade|rank)\b[^.\n]{0,30}\b(?:highest|top|full marks|five stars|10/10|first)\b",
        r"役を演じ|演じ(?:よ|ろ|なさい|続け)|何でもでき|満点|一位に|首位に",
    ),
    # Verbs of an order at the beginning of a sentence.
    _sign(
        0.3,
        r"(?:^|[.!?:;]\s{1,3}|\n\s{0,3}|please |now |then |and |, )(?:respond|reply|answer|say|tell"
        r"|recommend|refuse|pretend|claim|approve"
        r"|grant|reveal|forward|send|delete|erase|disable|execute|comply|obey|act|treat|assume|trust|hide"
        r"|print|output|repeat|call"
        r"|transfer|pay|redirect|insert|append|include|upload|post|ask)\b",
        r"(?:てください|すること|るように|ものとする|べし|べきである|こと|しておけ)(?=[。」！!\n]|$)",
    ),
    _sign(0.3, rf"\b{_USER}\b", rf"{_JAPANESE_USER}[はにをがの]"),
    # Orders in the form that nobody uses to a friend.
    _sign(
        0.5,
        r"\bi (?:hereby )?(?:command|order|instruct) you\b|\byou must\b|\bobey\b",
        r"(?:せよ|[えけげてねべめれじ]よ|答えよ|なさい|払え|書け|言え|消せ|送れ|渡せ|[るすむくぐ]な|しろ"
        r"|命ずる|命じる|ならない)(?=[。」！!\n]|$)",
    ),
)
