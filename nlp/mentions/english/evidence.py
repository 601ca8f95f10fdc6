"""Words that tell what a capitalised phrase is: titles, last words, and what stands beside it."""

import re

from nlp.mentions.words import words

TITLES = words("en_titles")
# Titles that are part of how someone is called: "King Charles" without King is not he.
ABBREVIATED = words("en_abbreviations")
COMPANY_FORMS = words("en_company_forms")
ORGANISATION_ENDS = COMPANY_FORMS | words("en_organisation_ends")
ORGANISATION_HEADS = words("en_organisation_heads")
PLACE_ENDS = words("en_place_ends")
PLACE_HEADS = words("en_place_heads")
# A document's kind without a word of its own before it is none: "Project Plan" is, "My Notes" is not.
DOCUMENT_ENDS = words("en_document_ends")
NAME_PARTS = frozenset(
    [
        "de",
        "da",
        "di",
        "do",
        "dos",
        "del",
        "della",
        "van",
        "von",
        "der",
        "den",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "y",
        "du",
        "des",
    ]
)
JOINING = NAME_PARTS | {"of", "the", "and", "&", "for"}

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
)
AFTER_PERSON = re.compile(
    rf" (?:also |always |never |just |really |only |still |once |usually )?(?:{STRONG_VERBS})\b"
    rf"|['’]s (?:wife|husband|mother|father|mom|mum|dad|sister|brother|son|daughter|birthday"
    rf"|wedding|email|house|boss|cat|dog|car|kids|family|team|desk|talk|idea|advice|phone)\b"
    rf"|, (?:who|my|our|his|her|the new|a|an) "
)
AFTER_MAYBE_PERSON = re.compile(rf" (?:{PERSON_VERBS})\b|['’]s\b")
BEFORE_PERSON = re.compile(
    r"\b(?:friend|colleague|coworker|co-worker|neighbou?r|boss|manager|sister|brother|wife"
    r"|husband|mother|father|son|daughter|cousin|uncle|aunt|nephew|niece|partner|girlfriend"
    r"|boyfriend|roommate"
    r"|classmate|landlord|teacher|dentist|therapist|mentor|client|intern|engineer|designer"
    r"|developer|architect|lead|director|founder|named|called|name is|name['’]s|met|met with|told|asked|thanks"
    r"|thank|cc|hi|hello|hey"
    r"|dear|lunch with|dinner with|coffee with|meeting with|talked to|talked with|spoke to"
    r"|spoke with|talk to|speak to|emailed|married|invited|assigned to|reviewed by|written by"
    r"|approved by|sincerely|regards|love),? $",
    re.I,
)  # fmt: skip
BEFORE_MAYBE_PERSON = re.compile(
    r"\b(?:with|and|by|for|from|to|that|when|if|because|ask|call|email|text|tell|invite|help"
    r"|let|see|visit|meet|@|while|but|so|&|said|says|saw|hear|heard|of|love|loves|watch|after"
    r"|before|like|than|or|,|as) $",
    re.I,
)
BEFORE_ORGANISATION = re.compile(
    r"\b(?:works? (?:at|for)|worked (?:at|for)|working (?:at|for)|job (?:at|with)|joined"
    r"|joining|joins|join|employed by|hired by|promoted (?:at|by)|(?:colleagues?|co-?workers?) (?:at|from)"
    r"|interview(?:ed)? (?:at|with)|offer from"
    r"|intern(?:ed|ship)? (?:at|with)"
    r"|(?:CEO|CTO|CFO|COO|VP|president|founder|co-founder|director|head|chairman|owner"
    r"|employee|employees|manager|engineer|designer|developer|analyst|researcher|professor"
    r"|nurse|teacher|student|shares|stock|customer|client|clients) (?:of|at|from|for|in)"
    r"|the (?:company|firm|startup|start-up|vendor|supplier|client|customer|bank|agency|band"
    r"|team|club)|acquired by|partnership with|contract with|contract from|invoice from"
    r"|acquired|sued|starts? at|started at|left) (?:the )?$",
    re.I,
)  # fmt: skip
AFTER_ORGANISATION = re.compile(
    r" (?:announced|acquired|released|launched|declined|merged|filed|shipped|recalled"
    r"|employees|executives|shares|stock|stores?|office|offices|headquarters|customers"
    r"|engineers|pays|paid|CEO|CTO|team|staff|account)\b|['’]s (?:CEO|CTO|CFO|headquarters"
    r"|office|website|support|customer|stock|product|products|employees|engineers|app|store"
    r"|stores|services)\b"
)
# Said of companies only, so that even the first word of a sentence is one.
STRONG_AFTER_ORGANISATION = re.compile(
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
    r"|flight|relocated?) (?:to|from)|based in|born in|train to) $",
    re.I,
)
