"""Tell what kind of name the words around a phrase ask for."""

import re
from dataclasses import dataclass

from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .tokens import CapitalizedPhrase

PERSON_VERBS = (
    "said|says|told|tells|thinks|thought|asked|asks|wants|wanted|likes|liked|loves|hates"
    "|prefers|preferred|lives|lived|moved|works|worked|joined|left|went|came|called|calls"
    "|wrote|writes|emailed|texted"
    "|mentioned|suggested|recommended|recommends|agreed|disagreed|replied|explained|reviews"
    "|reviewed|approves|approved|teaches|taught|plays|played|graduated|retired|married"
    "|divorced|died|got|gets|has|had"
    "|is|was|and I|will|can|cannot|can't|knows|knew|needs|needed|plans|planned|decided"
    "|promised|reported|noticed|fixed|finished|starts|started|leads|led|manages|managed|owns"
    "|drives|drove|cooked|bought|gave|brought"
    "|sent|met|visited|introduced|invited|helped|showed|complained|believes|feels|felt|looks"
    "|sounds|forgot|remembers|remembered|turns|turned|became|grew|studied|studies|speaks"
    "|spoke|goes|hired|confirmed|admitted|claims|claimed"
)
STRONG_VERBS = (
    "said|says|told|thinks|asked|wants|likes|loves|hates|prefers|lives|texted|mentioned"
    "|suggested|recommended|recommends|agreed|disagreed|replied|explained|teaches|taught"
    "|graduated|married|divorced|promised"
    "|invited|complained|believes|feels|knows|wrote|joined|retired|moved|called|emailed"
    "|left|went|came|forgot|gave|brought|bought|sent|lost|cooked|refused|insisted|phoned|quit|swears|snores"
)
AFTER_PERSON = re.compile(
    rf" (?:also |always |never |just |really |only |still |once |usually )?(?:{STRONG_VERBS})\b"
    rf"|['’]s (?:wife|husband|mother|father|mom|mum|dad|sister|brother|son|daughter|birthday"
    rf"|wedding|email|house|boss|cat|dog|car|kids|family|team|desk|talk|idea|advice|phone"
    rf"|leaving do|party|baby|flat|place|room|number|school|visa|present|gift|message|text|reply"
    rf"|boyfriend|girlfriend"
    rf"|job|parents|funeral|speech|handwriting|turn|share|dress|shoes|bike|laptop|partner|surgery"
    rf"|homework|exam)\b"
    rf"|, (?:who|my|our|his|her|the new|a|an) "
)
AFTER_MAYBE_PERSON = re.compile(rf" (?:{PERSON_VERBS})\b|['’]s\b")
# Occupations that stand before a name: my physio, Ewa; the plumber (Wojtek).
JOB = alternation(
    words("en_jobs")
    | {"physio", "vet", "gp", "nanny", "babysitter", "trainer", "handyman", "lodger"}
)
BEFORE_PERSON = re.compile(
    r"\b(?:friend|colleague|coworker|co-worker|neighbou?r|boss|manager|sister|brother|wife"
    r"|husband|mother|father|son|daughter|cousin|uncle|aunt|nephew|niece|partner|girlfriend"
    r"|boyfriend|roommate"
    r"|classmate|landlord|teacher|dentist|therapist|mentor|client|intern|engineer|designer"
    r"|developer|architect|lead|director|founder"
    rf"|(?:my|our|the|his|her|a|an|new) (?:[a-z-]+ )?{JOB}(?:,| \()"
    r"|(?:remind|congratulate|forgive|babysit|apologi[sz]e to|propose to|reply to|write to|writing to|say to"
    r"|talk(?:ing|ed)? w/|w/|owe|miss|tell|told it about|email to|letter to|birthday card for|card for|gift for"
    r"|present for|toast for|speech for|thanks to|waiting for|hear from|heard from|message from|text from)"
    r"|(?:guy|man|woman|girl|boy|kid|lady|someone|somebody|person|student|baby|detective|character)"
    r"(?: is| was)? (?:named|called)|name is|name['’]s|met|met with|told|asked|thanks|hiya|morning"
    r"|evening|welcome"
    r"|bye|sorry|congrats|congratulations|happy birthday|good luck|dearest"
    r"|thank|cc|hi|hello|hey"
    r"|dear|lunch with|dinner with|coffee with|meeting with|talked to|talked with|spoke to"
    r"|spoke with|talk to|speak to|emailed|married|invited|assigned to|reviewed by|written by"
    r"|approved by|sincerely|regards|love)(?:,? | ?\()$",
    re.I,
)  # fmt: skip
BEFORE_MAYBE_PERSON = re.compile(
    r"\b(?:with|and|by|for|from|to|that|when|if|because|ask|call|email|text|tell|invite|help"
    r"|let|see|visit|meet|@|while|but|so|&|said|says|saw|hear|heard|of|love|loves|watch|after"
    r"|before|like|than|or|,|as) $",
    re.I,
)
BEFORE_ORGANIZATION = re.compile(
    r"\b(?:works? (?:at|for)|worked (?:at|for)|working (?:at|for)|job (?:at|with)|joined"
    r"|joining|joins|join|employed by|hired by|promoted (?:at|by)|(?:colleagues?|co-?workers?) (?:at|from)"
    r"|interview(?:ed)? (?:at|with)|offer from"
    r"|intern(?:ed|ship)? (?:at|with)"
    r"|(?:CEO|CTO|CFO|COO|VP|president|founder|co-founder|director|head|chairman|owner"
    r"|employee|employees|manager|engineer|designer|developer|analyst|researcher|professor"
    r"|nurse|teacher|student|shares|stock|customer|client|clients) (?:of|at|from|for|in)"
    r"|the (?:company|firm|startup|start-up|vendor|supplier|client|customer|bank|agency|band"
    r"|team|club)|acquired by|partnership with|contract with|contract from|invoice from"
    r"|(?:company|startup|start-up|firm|bank|agency|shop|caf[eé]|restaurant|bakery|pub|bar|band|brand|charity"
    r"|club|school|supplier|vendor|employer|retailer|salon|gym|clinic|publisher|label|team) (?:is "
    r"|was )?(?:called|named)"
    r"|acquired|sued|starts? at|started at|left) (?:the )?$",
    re.I,
)  # fmt: skip
AFTER_ORGANIZATION = re.compile(
    r" (?:announced|acquired|released|launched|declined|merged|filed|shipped|recalled"
    r"|employees|executives|shares|stock|stores?|office|offices|headquarters|customers"
    r"|engineers|pays|paid|CEO|CTO|team|staff|account)\b|['’]s (?:CEO|CTO|CFO|headquarters"
    r"|office|website|support|customer|stock|product|products|employees|engineers|app|store"
    r"|stores|services)\b"
)
# Words about companies only, which classify even the first word of a sentence.
STRONG_AFTER_ORGANIZATION = re.compile(
    r" (?:is|was|has been) (?:an? (?:subsidiary|division|branch|competitor|supplier) of"
    r"|headquartered in|acquired by|owned by|a (?:company|startup|start-up|supplier|vendor)\b|hiring\b)"
)
BEFORE_PLACE = re.compile(
    r"\b(?:in|near|outside|across|around|throughout|toward|towards|downtown|visit(?:ed|ing)?"
    r"|(?:moved?|moving|went|going|go|flew|fly|flying|travel(?:l?ed|l?ing)?|trip|drove|drive"
    r"|driving|flight|train|trains|relocated?|relocating|came|come|back|bus|way"
    r"|returned) (?:to|from|through)"
    r"|lives? in|lived in|living in|based in|born in|grew up in|from|at|arrived? in|leav(?:e"
    r"|es|ing)|left for|north of|south of|east of|west of|capital of|city of) (?:the "
    r"|downtown |north |south |east |west |central )?$",
    re.I,
)  # fmt: skip
BEFORE_STRONG_PLACE = re.compile(
    r"\b(?:in|near|outside|(?:moved?|moving|flew|fly|flying|travel(?:l?ed|l?ing)?|trip|drove"
    r"|flight|relocated?) (?:to|from)|based in|born in|train to"
    r"|(?:bus|train|ferry|road|get|way|trains|tickets?|coach|tram|cab|taxi|cycle|drive|hike|walk) (?:to|from)"
    r"|(?:packing list|guide|itinerary|weather|visa|tips|forecast|flights?|hotels?|airbnb"
    r"|restaurants?) (?:for|in|to)"
    r"|(?:days?|weeks?|weekend|nights?|months?|holiday|honeymoon|living|live|lives|lived|stay|staying"
    r"|stayed|grew up"
    r"|office|school|university|flat|house|hotel|wedding|conference|summer|winter) in"
    r"|(?:town|village|city|place|island|river|region|suburb) (?:called|named|of)) $",
    re.I,
)
# Where somebody lives or comes from: strong enough for a name on no list.
BEFORE_HOME = re.compile(
    r"(?:\b(?:lives?|lived|living|born|raised|grew up|based|moved back|flats?|house|cottage|apartment|home"
    r"|bungalow) in|\b(?:moved|moving|relocated|relocating) to|\b(?:drives?|comes?|came|drove) over from"
    r"|\b[Hh]ometown(?: is|:)?) $"
)
REACH = 48
# Fatoumata from Crédit Sahel.
OF_SOMEBODY = re.compile(r"\b[A-Z][a-z]+ (?:from|at) (?:the )?$")
ARTICLE = re.compile(r"\b(?:a|an|any|some|another|every|each|no) $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The words right before and after a phrase."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str, phrase: CapitalizedPhrase) -> "Surroundings":
        """Return the words around a phrase."""
        start = max(0, phrase.start - REACH)
        return cls(text[start : phrase.start], text[phrase.end : phrase.end + REACH])

    @property
    def is_of_organization(self) -> bool:
        """Whether the words around mark an organization."""
        return bool(BEFORE_ORGANIZATION.search(self.before) or AFTER_ORGANIZATION.match(self.after))

    @property
    def is_of_person(self) -> bool:
        """Whether the words around mark a person, without doubt."""
        return bool(BEFORE_PERSON.search(self.before) or self.acts)

    @property
    def acts(self) -> bool:
        """Whether the next words apply to people only."""
        return bool(AFTER_PERSON.match(self.after))

    @property
    def is_maybe_of_person(self) -> bool:
        """Whether the words around may mark a person."""
        return bool(BEFORE_MAYBE_PERSON.search(self.before) or AFTER_MAYBE_PERSON.match(self.after))

    @property
    def is_of_place(self) -> bool:
        """Whether the words around may mark a place."""
        return bool(BEFORE_PLACE.search(self.before)) and not self.acts
