"""Classify capitalized phrases by their own words and by the words around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nlp.mentions.findings import mention_at
from nlp.mentions.words import phrases, words
from nlp.readers import DOCUMENT, LOCATION, ORGANIZATION, PERSON, PROJECT, Found
from nlp.text.sentences import alternation

from . import tokens as lists
from .tokens import CapitalizedPhrase, Token, everyday, is_everyday, is_family, is_given, is_odd

MOST_NAMES = 4
PROJECT_AFTER = re.compile(r" (?:project|initiative|program)\b")
# "Project manager" and "our project" name no project.
NO_PROJECT = lists.DOCUMENT_ENDS | {"manager", "lead", "management", "gutenberg"}
# What every company has.
COMMON_DOCUMENTS = frozenset(
    (
        "privacy policy",
        "cookie policy",
        "return policy",
        "refund policy",
        "action plan",
        "business plan",
    )
)
OWNERS = frozenset(("this", "our", "my", "the"))
# After everyday words, these end a description: Marketing Team, Basic Analytics.
WEAK_ENDS = words("en_weak_ends")
PLACE_FIRST = frozenset(("mount", "mt", "lake", "fort"))
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
    rf"|leaving do|party|baby|flat|place|room|number|school|visa|present|gift|message|text|reply|boyfriend|girlfriend"
    rf"|job|parents|funeral|speech|handwriting|turn|share|dress|shoes|bike|laptop|partner|surgery|homework|exam)\b"
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
    r"(?: is| was)? (?:named|called)|name is|name['’]s|met|met with|told|asked|thanks|hiya|morning|evening|welcome"
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
    r"|club|school|supplier|vendor|employer|retailer|salon|gym|clinic|publisher|label|team) (?:is |was )?(?:called|named)"
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
    r"|(?:packing list|guide|itinerary|weather|visa|tips|forecast|flights?|hotels?|airbnb|restaurants?) (?:for|in|to)"
    r"|(?:days?|weeks?|weekend|nights?|months?|holiday|honeymoon|living|live|lives|lived|stay|staying|stayed|grew up"
    r"|office|school|university|flat|house|hotel|wedding|conference|summer|winter) in"
    r"|(?:town|village|city|place|island|river|region|suburb) (?:called|named|of)) $",
    re.I,
)
REACH = 48
# Fatoumata from Crédit Sahel.
OF_SOMEBODY = re.compile(r"\b[A-Z][a-z]+ (?:from|at) (?:the )?$")
ARTICLE = re.compile(r"\b(?:a|an|any|some|another|every|each|no) $", re.IGNORECASE)


def of_tokens(text: str, tokens: Sequence[Token], type_name: str, sure: float, why: str) -> Found:
    """Return these words as a mention."""
    return mention_at(text, tokens[0].start, tokens[-1].end, type_name, sure, why)


def titled(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return the name after a title: Patel in Dr. Patel."""
    tokens = [token for token in phrase.tokens if token.text != "."]
    title, rest = tokens[0].lower, tokens[1:]
    if title not in lists.TITLES or not 0 < len(rest) <= MOST_NAMES:
        return None
    is_short = title in lists.ABBREVIATED
    is_named = any(is_family(token.lower) or is_given(token.lower) for token in rest)
    ends = lists.ORGANIZATION_ENDS | lists.PLACE_ENDS
    if rest[-1].lower in ends or rest[0].lower in words("common") or not (is_short or is_named):
        return None
    return of_tokens(text, rest, PERSON, 0.95 if is_short else 0.85, "title")


def project(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a project such as Project Falcon or the Apollo project."""
    first, last, count = phrase.lowers[0], phrase.lowers[-1], len(phrase.tokens)
    if count > MOST_NAMES:
        return None
    if (
        first in ("project", "operation")
        and count > 1
        and not NO_PROJECT & {phrase.lowers[1], last}
        and not is_everyday(phrase.lowers[1])
    ):
        return of_tokens(text, phrase.tokens, PROJECT, 0.92, "pattern")
    after = PROJECT_AFTER.match(text, phrase.end)
    if after and first not in OWNERS and not _is_tool(phrase):
        return mention_at(text, phrase.start, after.end(), PROJECT, 0.92, "pattern")
    if last in ("project", "initiative") and count > 1:
        return of_tokens(text, phrase.tokens, PROJECT, 0.9, "pattern")
    return None


def _is_tool(phrase: CapitalizedPhrase) -> bool:
    """Whether a project is only described by its tool: the Flask project."""
    surface = " ".join(token.text for token in phrase.tokens)
    return surface in phrases("technologies") or is_everyday(phrase.lowers[-1])


def document(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return a document such as Design Spec or Migration Plan."""
    is_loud = all(token.text.isupper() for token in phrase.tokens)
    is_common = " ".join(phrase.lowers) in COMMON_DOCUMENTS
    if (
        len(phrase.tokens) > 1
        and phrase.lowers[-1] in lists.DOCUMENT_ENDS
        and not (is_loud or is_common)
    ):
        return of_tokens(text, phrase.tokens, DOCUMENT, 0.8, "suffix")
    return None


def by_last_word(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return an organization or place such as Acme Inc., University of Porto, Central Park."""
    lowers = [word for word in phrase.lowers if word != "."]
    if len(lowers) < 2:
        return None
    if lowers[-1] in lists.ORGANIZATION_ENDS:
        if lowers[-1] in WEAK_ENDS and set(lowers[:-1]) <= everyday() | lists.JOINING:
            return None  # Marketing Team
        has_stop = text.startswith(".", phrase.end) and lowers[-1] in lists.COMPANY_FORMS
        return mention_at(text, phrase.start, phrase.end + has_stop, ORGANIZATION, 0.9, "suffix")
    heads = {lowers[at - 1] for at, word in enumerate(lowers) if word == "of" and at}
    if heads & lists.ORGANIZATION_HEADS:
        return of_tokens(text, phrase.tokens, ORGANIZATION, 0.88, "suffix")
    if lowers[-1] in lists.PLACE_ENDS or lowers[0] in PLACE_FIRST:
        # Paint Hall, and the Black Forest cake.
        is_made_of_words = set(lowers) <= everyday() | lists.JOINING | lists.PLACE_ENDS
        if is_made_of_words and not BEFORE_PLACE.search(
            text[max(0, phrase.start - REACH) : phrase.start]
        ):
            return None
        return of_tokens(text, phrase.tokens, LOCATION, 0.85, "suffix")
    return None


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


def by_context(text: str, phrase: CapitalizedPhrase) -> Found | None:
    """Return an unknown name by the words around it; None if they do not classify it."""
    tokens, around = phrase.tokens, Surroundings.of(text, phrase)
    if len(tokens) > MOST_NAMES or (len(tokens) == 1 and _is_no_name(tokens[0])):
        return None
    if BEFORE_ORGANIZATION.search(around.before):
        if all(is_everyday(token.lower) for token in tokens):
            return None  # Head of Urban Projects
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if STRONG_AFTER_ORGANIZATION.match(around.after):
        return of_tokens(text, tokens, ORGANIZATION, 0.75, "context")
    if len(tokens) == 1 and tokens[0].text.isupper():
        return None
    if not any(is_odd(token) for token in tokens):
        return None
    if ARTICLE.search(around.before):
        return None  # a Leo, a Honda
    if BEFORE_PERSON.search(around.before) or (around.acts and len(tokens) <= 2):
        return of_tokens(text, tokens, PERSON, 0.65, "context")
    if len(tokens) > 1 and OF_SOMEBODY.search(around.before):
        return of_tokens(text, tokens, ORGANIZATION, 0.6, "context")
    if len(tokens) == 2 and BEFORE_MAYBE_PERSON.search(around.before) and _odd(tokens):
        return of_tokens(text, tokens, PERSON, 0.55, "context")
    if AFTER_ORGANIZATION.match(around.after) and not tokens[0].is_first:
        return of_tokens(text, tokens, ORGANIZATION, 0.6, "context")
    if BEFORE_STRONG_PLACE.search(around.before):
        return of_tokens(text, tokens, LOCATION, 0.55, "context")
    return None


def _is_no_name(token: Token) -> bool:
    return (
        token.lower in words("common", "en_kinds", "en_more_words", "en_jobs")
        or len(token.text) < 2
    )


def _odd(tokens: Sequence[Token]) -> bool:
    """Whether no word is an everyday word: two such words after "with" are a person."""
    return all(is_odd(token) for token in tokens)
