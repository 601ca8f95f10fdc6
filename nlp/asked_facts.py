"""Read which facts about themselves somebody asks for: "who is my manager?", 私の誕生日はいつ？"""

import re
from collections.abc import Sequence

_IS = r"(?:'s|s| is| are|'re| was)"
_MY = r"(?:my|our)"
_NAME_OF = rf"what{_IS} {_MY} (?:{{who}})(?:'s|s'|s)? names?"
# A question, and the predicates that answer it. Whose facts are asked for is "I" and "my".
_ENGLISH: Sequence[tuple[str, tuple[str, ...]]] = (
    (
        rf"who{_IS} {_MY} (?:wife|husband|spouse|partner)|{_NAME_OF.format(who='wife|husband|spouse|partner')}"
        rf"|(?:who|whom) am i married to|am i married",
        ("married_to", "partner_of"),
    ),
    (
        rf"who{_IS} {_MY} (?:[a-z]+ )?(?:boss|manager|supervisor|team lead)"
        rf"|{_NAME_OF.format(who='boss|manager|supervisor')}|who(?:m)? do i "
        rf"(?:report to|work under|answer to)",
        ("reports_to",),
    ),
    (
        rf"who{_IS} {_MY} (?:colleagues?|co-?workers?|teammates?|workmates?)"
        rf"|who (?:do i work with|works with me|is on my team)",
        ("colleague",),
    ),
    (
        rf"who{_IS} {_MY} (?:[a-z]+ )?(?:friends?|mates?|buddies)"
        rf"|{_NAME_OF.format(who='(?:best )?friend|(?:best )?mate')}",
        ("friend",),
    ),
    (
        rf"where (?:do|am) (?:i|we) (?:live|living|based|staying)|what{_IS} {_MY} "
        rf"(?:address|home city|city|home town now)|which (?:city|town|country) do "
        rf"(?:i|we) live in",
        ("lives_in",),
    ),
    (
        rf"where do i work|who do i work for|what{_IS} {_MY} (?:employer|company"
        rf"|workplace|firm)|which (?:company|firm) do i work (?:for|at)",
        ("works_for",),
    ),
    (
        rf"what do i do(?: for (?:a living|work)| professionally)?(?= ?\?*$)"
        rf"|what{_IS} {_MY} (?:job|occupation|profession|job title|role|line of work)",
        ("occupation",),
    ),
    (rf"how old am i|what{_IS} {_MY} age", ("age", "birthday")),
    (
        rf"when{_IS} {_MY} (?:birthday|bday|date of birth)|when was i born"
        rf"|what{_IS} {_MY} (?:birthday|date of birth|birth date)",
        ("birthday",),
    ),
    (
        rf"what{_IS} {_MY} (?:full |first |last |real )?name|what am i called|who am i(?= ?\?*$)",
        ("name",),
    ),
    (
        rf"where (?:am i from|was i born|did i grow up|do i come from)|what{_IS} {_MY} "
        rf"(?:hometown|home town|nationality|birthplace)",
        ("from",),
    ),
    (
        rf"(?:what|which|how many) languages? (?:do|can) i speak|what{_IS} {_MY} "
        rf"(?:native language|mother tongue|languages)|do i speak",
        ("speaks",),
    ),
    (
        rf"what am i allergic to|(?:do|have) i (?:have |got )?(?:any )?(?:food )?allerg"
        rf"(?:y|ies)|what{_IS} {_MY} (?:food )?allerg(?:y|ies)|am i allergic to",
        ("allergic_to",),
    ),
    (
        rf"what{_IS} {_MY} diet|what (?:can't|can i not|don't|do i not|shouldn't) i eat"
        rf"|am i (?:a )?(?:vegan|vegetarian)|what i (?:can't|don't) eat|do i have "
        rf"(?:any )?dietary (?:restrictions|needs)",
        ("diet", "allergic_to", "condition"),
    ),
    (
        rf"what (?:medical |health )?(?:conditions?|illness(?:es)?) do i have"
        rf"|do i have (?:any )?(?:medical|health) (?:conditions|issues|problems)"
        rf"|what{_IS} {_MY} (?:medical )?conditions?",
        ("condition",),
    ),
    (
        rf"(?:what|which) (?:medications?|medicines?|meds|pills|drugs) (?:do i take"
        rf"|am i (?:on|taking))|what{_IS} {_MY} (?:medications?|medicines?"
        rf"|meds)",
        ("uses",),
    ),
    (
        rf"(?:what|which|how many) (?:pets?|animals?|dogs?|cats?) do (?:i"
        rf"|we) have|do (?:i|we) have (?:a |any )?(?:pets?|dogs?|cats?)|what{_IS} {_MY} pets?"
        rf"|{_NAME_OF.format(who='dog|cat|pet|rabbit|parrot|hamster|horse')}",
        ("pet",),
    ),
    (
        rf"what do i (?:like|love|enjoy)(?= ?\?*$| (?:to )?(?:eat|drink|do"
        rf"|doing|watch|read)\b)|what{_IS} {_MY} (?:hobby|hobbies"
        rf"|interests?|favou?rite [a-z]+(?: [a-z]+)?)|what are my likes",
        ("likes",),
    ),
    (
        r"what do i (?:dislike|hate|not like)|what don't i like|what can't i stand"
        r"|what are my dislikes",
        ("dislikes",),
    ),
    (
        r"(?:what|which) (?:tools?|apps?|software|programs?|editor|phone"
        r"|laptop|computer|car|browser|camera|bike|devices?) (?:do i (?:use"
        r"|have|drive|own|ride)|am i using)|what do i (?:use|drive)"
        rf"|what{_IS} my (?:phone|laptop|car|editor|browser|camera|bike)(?= ?\?*$)",
        ("uses",),
    ),
    (
        rf"what (?:do|am) i (?:study|studying|major in|majoring in)|what{_IS} {_MY} "
        rf"(?:major|degree|subject)",
        ("studies",),
    ),
    (
        r"where (?:do|did|am) i (?:study|studying|go to (?:school|university"
        r"|college|uni))|(?:what|which) (?:school|university|college|uni) do i "
        r"(?:go to|attend)",
        ("studies_at",),
    ),
    (
        r"(?:what|which) (?:clubs?|teams?|bands?|groups?|church|choir|societ"
        r"(?:y|ies)|associations?) (?:am i (?:in|a member of|part of)|do i "
        r"(?:belong to|play in|sing in|play for))",
        ("member_of",),
    ),
    (
        r"how (?:should (?:you|i)|do i (?:want|like|prefer) (?:you to|to be)"
        r"|would i like (?:you to)?) ?(?:answer|reply|respond|format|be answered"
        r"|write)|what are my (?:answer|reply|response|formatting) preferences"
        r"|what do i prefer",
        ("prefers",),
    ),
)
# A question on oneself begins with what is asked: 鈴木さんの奥さんの名前は is on somebody else.
_OWN = r"^(?:(?:私|わたし|僕|ぼく|俺|おれ|自分|うち)(?:の|は|が|って)?、?(?:今|いま)?)?"
ASKED = r"[^。？?]{0,8}?(?:誰|だれ|何|なに|なん|どこ|いつ|どなた|どんな|[？?]|$|教え|だっけ)"
_JAPANESE: Sequence[tuple[str, tuple[str, ...]]] = (
    (
        rf"(?:妻|夫|嫁|旦那|奥さん|主人|家内|配偶者|パートナー)(?:の名前)?(?:は|って){ASKED}",
        ("married_to", "partner_of"),
    ),
    (rf"(?:上司|上長|ボス)(?:の名前)?(?:は|って){ASKED}", ("reports_to",)),
    (
        rf"(?:同僚|部下|チームメイト|同じチームの人)(?:の名前)?(?:は|って){ASKED}",
        ("colleague",),
    ),
    (rf"(?:友達|友人|親友|友だち)(?:の名前)?(?:は|って){ASKED}", ("friend",)),
    (
        r"(?:住所|住まい|自宅|家)(?:は|って)(?:どこ|何|なに)|どこに住んで",
        ("lives_in",),
    ),
    (
        rf"(?:勤務先|会社|職場|勤め先)(?:は|って){ASKED}|どこ(?:で|に)(?:働|勤め|勤務)",
        ("works_for",),
    ),
    (rf"(?:仕事|職業|職種|本業)(?:は|って){ASKED}|何の仕事", ("occupation", "works_for")),
    (
        rf"(?:年齢|歳)(?:は|って){ASKED}|(?<=[はが])(?:何|いく)(?:歳|つ)",
        ("age", "birthday"),
    ),
    (
        rf"(?:誕生日|生年月日)(?:は|って){ASKED}|(?<=[はが])(?:いつ|何年)生まれ",
        ("birthday",),
    ),
    (
        rf"(?<=の)(?:名前|氏名|フルネーム)(?:は|って){ASKED}",
        ("name",),
    ),
    (rf"(?:出身(?:地)?|地元|故郷|生まれ)(?:は|って){ASKED}", ("from",)),
    (r"何語(?:が|を)話|話せる言(?:語|葉)|(?:母語|母国語)(?:は|って)", ("speaks",)),
    (rf"アレルギー(?:は|って|が|の食べ物は){ASKED}|何(?:の|に)アレルギー", ("allergic_to",)),
    (
        r"食べられない(?:もの|物)|何が食べられない|食事(?:の)?制限",
        ("diet", "allergic_to", "condition", "dislikes"),
    ),
    (rf"(?:持病|病気|健康状態)(?:は|って){ASKED}", ("condition",)),
    (r"(?:飲んでいる|飲んでる|服用(?:している|中の))薬", ("uses",)),
    (
        r"(?:ペット|犬|猫)(?:の名前)?(?:は|って)(?:何|なに|なん|誰|[？?]|$)|(?:何|ペット)を飼って",
        ("pet",),
    ),
    (
        rf"(?:趣味|好きな(?:もの|こと|食べ物|音楽|映画|本))(?:は|って){ASKED}",
        ("likes",),
    ),
    (rf"(?:嫌い|苦手)な(?:もの|こと|食べ物)(?:は|って){ASKED}", ("dislikes",)),
    (
        rf"(?:使って(?:い?る)|愛用の|使用中の)(?:もの|ツール|アプリ|スマホ|パソコン|車|道具)?(?:は|って)?{ASKED}"
        rf"|(?:車|スマホ|パソコン|愛車)(?:は|って)(?:何|なに|なん)",
        ("uses",),
    ),
    (rf"(?:専攻|専門)(?:は|って){ASKED}|何を(?:勉強|専攻)", ("studies",)),
    (r"(?:学校|大学|高校)(?:は|って)(?:どこ|何)|どこの(?:学校|大学|高校)", ("studies_at",)),
    (rf"所属(?:は|って|している){ASKED}", ("member_of",)),
    (r"(?:返事|回答|返答|答え)(?:は|の仕方は|方は)?(?:どう|どんな)", ("prefers",)),
)
_QUESTIONS = tuple(
    (
        re.compile(
            rf"(?<![a-z])(?:{words})(?![a-z])" if words.isascii() else rf"{_OWN}(?:{words})"
        ),
        predicates,
    )
    for words, predicates in (*_ENGLISH, *_JAPANESE)
)
# A direct question is short; in a longer one the words may mean something else.
LONGEST = 80


def facts_asked(question: str) -> frozenset[str]:
    """Return the predicates of the facts about the asker that a short, direct question asks for."""
    words = question.strip().lower().replace("’", "'")
    if len(words) > LONGEST:
        return frozenset()
    found = (predicates for pattern, predicates in _QUESTIONS if pattern.search(words))
    return frozenset(predicate for predicates in found for predicate in predicates)
