"""Find the words that say that something changed, and those that take it back or play with it.

Only a word of change may end what holds: "I live in Kobe now" does, "I live in Kobe" asks.
"""

import re

CHANGE = re.compile(
    r"\b(?:(?<!for )now(?!here)|nowadays|no longer|any ?more|instead|these days|as of|recently|just "
    r"(?:moved|started|switched|changed)|moved|switched"
    r"|changed|became|turned|new (?:job|home|flat|place|address|employer|company|name|boss|manager"
    r"|supervisor)|back (?:in|at|with)|finally|used to|formerly"
    r"|currently|at the moment|since (?:last|this|january|february|march|april|may|june"
    r"|july|august|september|october"
    r"|november|december|spring|summer|autumn|fall|winter|then|my|the))\b"
    r"|今(?:は|では|や|年から|月から|週から|度)|いまは|現在は?|もう|最近|このたび|この度"
    r"|になった|になりました|になって|変わ|変え|転職|転籍|転勤|異動|引っ?越|移っ|移り"
    r"|移住|辞め|退職|新しい|新居|新しく|からは|から、?(?=[^、。]{1,12}(?:に住|で働|に勤"
    r"|で暮ら))|改名|改姓|やめ",
    re.IGNORECASE,
)
FURTHER = re.compile(
    r"\b(?:also|too|as well|part[- ]time|on (?:weekdays|weekends|the side|mondays|tuesdays"
    r"|wednesdays|thursdays|fridays"
    r"|saturdays|sundays)|at weekends|during the (?:week|summer|winter|term)|second (?:home"
    r"|job|flat|house)|another|sometimes"
    r"|half (?:the|of the) (?:year|week|time)|moonlight\w*|side (?:job|gig)|in addition|freelance)\b"
    r"|(?:に|で|と|の)も(?!う)|週末|平日|副業|別宅|別荘|単身赴任|二拠点|2拠点|掛け持ち"
    r"|かけもち|兼業|兼任|ときどき|時々|たまに|夏の間|冬の間|(?:月|火|水|木|金|土|日)曜"
    r"(?:日)?(?:は|だけ)",
    re.IGNORECASE,
)

# Who laughs about an end may not mean it.
LAUGHTER = re.compile(
    r"\b(?:ha|haha+|lol|lmao|jk|naturally|obviously)\b|笑[。）)\s]*$|[wｗ]{1,}\s*$", re.IGNORECASE
)
# Who jokes, writes verse or a story, or plays ends nothing that holds.
PLAYFUL = re.compile(
    r"\b(?:jokes?|puns?|punch ?line|one-liner|rate (?:that|this|it)|stand-up|open mic|lyrics|chorus|verse|novel"
    r"|chapter|short story|poem|haiku|screenplay|dialogue|fanfic|my character|protagonist|role-?play|monologue"
    r"|writing workshop|essay|memoir|creative writing|writing prompt|narrator|fan fiction|flash fiction"
    r"|in (?:the|this|my) game|thieves|guild|quest|NPC|sims?|D&D|dungeon|hypothetical\w*|for the sake of)\b"
    r"|\b(?:INT|EXT)\. [\w' ]+ [-–—] |\bFADE (?:IN|OUT)\b"
    r"|ネタ|ジョーク|ダジャレ|駄洒落|大喜利|川柳|俳句|短歌|小説|歌詞|セリフ|台詞|台本|脚本|キャプション|例文|仮定|架空|ゲーム内|ギルド|シムズ|お題|ワークショップ|創作|作文|エッセイ|文芸|合評|講評|書き出し|一人称|語り手|フィクション|物語"
    r"|原稿|掌編|短編|随筆|朗読|文集|連載|読み合わせ|登場人物|執筆|文体|推敲|課題作|書き手|文章教室|詩を|手記|台詞|ギャグ|漫才|コント|オチ|ボケ|なーんて|文章講座",
    re.IGNORECASE,
)
# What a form or somebody else says changed is not the owner's word.
REPORTED = re.compile(
    r"\b(?:doesn['’]?t|does not|didn['’]?t) mean\b"
    r"|\b(?:it|app|system|form|profile|site|page|record|bot|he|she|they|everyone|quiz|screen|calendar)"
    r" (?:says|claims|shows|lists|states|reads|thinks|believes|insists)|\b(?:according to|supposedly|"
    r"marked as|listed as)\b"
    r"|によると|と(?:書いて|表示|登録|記載|言われ|思われ|書かれ)|か、?と(?:聞|訊|尋)|ことになって|という設定|扱いに"
)
# A beginning that is told as a story of the past may be over again.
TALE = re.compile(
    r"\b(?:back in|in (?:19\d\d|20[01]\d)|when I was|as a (?:kid|child|teenager|student)|years ago|an"
    r"d back|then (?:back|left|returned)"
    r"|for (?:a|one|two|three|six|\d+) (?:years?|months?)|before (?:moving|coming|returning)|at the time)\b"
    r"|昔|当時|子供の頃|子どもの頃|学生時代|[0-9一二三四五六七八九十]+年前|かつて|一時期|(?:19\d\d|20[01]\d)年|頃は|ころは"
)
# A move of childhood is told with where one lives today.
CHILDHOOD = re.compile(r"(?:小|中|高)学?生の(?:頃|ころ|とき|時)|(?:子ども|子供)の(?:頃|ころ)")
# What ended then may have begun again since.
LONG_PAST = re.compile(
    r"\b(?:back in (?:19|20)\d\d|in (?:19\d\d|20[01]\d)|when I was|as a (?:kid|child|teenager|student)"
    r"|in (?:my|his|her|our) (?:teens|twenties)|in (?:primary school|high school|school|college|uni)\b"
    r"|(?:lasted|for) (?:one|a single|two|three) (?:semesters?|terms?|weeks?|days?)|crawled back|came back)\b"
    r"|昔|当時|子供の頃|子どもの頃|(?:小|中|高)学?生の(?:頃|とき|時)|学生(?:時代|の頃)|かつて|一時期|出戻"
)
# What is so for a short time, or not yet, or was so once before, ends nothing.
PASSING = re.compile(
    r"\b(?:for (?:now|the moment|a while|today|tonight|lent|this (?:week|month))|this (?:week|weekend|month)"
    r"|temporarily|not yet|nearly|almost|on (?:leave|holiday|vacation|sabbatical)"
    r"|(?:still|otherwise)"
    r" (?:there|home|mine)|back (?:in (?:19|20)\d\d|when)|when I was|as a (?:kid|child|teenager|student)"
    r"|in (?:school|college|high school)|my first (?:job|marriage|husband|wife)|before (?:I|we))\b"
    r"|まだ|今週|今日は|今月は|しばらく(?:は|の間)|一時的|当分|一旦|いったん|とりあえず|白目|棒読み|🙄"
    r"|子供の頃|子どもの頃|学生時代|若い頃|昔(?!は)|当時|かつて|前の(?:会社|夫|妻|職場|彼|家)",
    re.IGNORECASE,
)
# What was taken up again, here or in a later sentence, holds.
TAKEN_UP_AGAIN = re.compile(
    r"\bre-?(?:subscribed|joined|enrolled|activated|installed|hired)\b"
    r"|\b(?:signed|went|moved|came|got|am|are) (?:right |straight )?back (?:in|up|to|together|on)\b"
    r"|\b(?:worked (?:through it|it out)|made up|reconciled|(?:bought|got|took) (?:it|him|her|them) back)\b"
    r"|(?:また|再び)(?:入り直|契約|登録|始め|戻)|入り直し|再契約|再加入|再登録|復縁|よりを戻|買い戻|出戻|復帰し|戻ってきた|より戻|結局戻",
    re.IGNORECASE,
)
DENIED_BEHIND = re.compile(
    r"[^。]{0,14}?(?:とは(?:一言|言|思)|なんて|わけ|んじゃな|のではな|じゃなくて|ではなくて|という(?:話|噂|夢|設定)"
    r"|と(?:聞|書|言われ)|って(?:本当|マジ|ほんと)|てい?(?:ない|ません))"
    r"|か、?と聞かれ"
    r"|[^.]{0,16}?\b(?:is not true|isn't true|yet\b|is what)",
    re.IGNORECASE,
)


def says_change(clause: str) -> bool:
    """Return whether a clause has a word of change."""
    return bool(CHANGE.search(clause))


def says_further(clause: str) -> bool:
    """Return whether a clause adds something to what holds: "also", "on weekends", も."""
    return bool(FURTHER.search(clause))
