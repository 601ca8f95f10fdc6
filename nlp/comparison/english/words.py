"""English words by what they do in a sentence."""

import Stemmer

from nlp.comparison.word_lists import listed

DENIALS = listed("not no never none nobody nothing neither without cannot hardly nowhere unable")
BE = listed(
    "is are was were am be been has have had do does did will would can could should may might must shall"
    " isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't won't can't cannot"
)
PAST_AUXILIARIES = listed("was were had did wasn't weren't hadn't didn't")
PRONOUNS = listed("i we he she they it you")
OWNERS = listed("the a an my our his her their new old to")
# Words of talk that say nothing about anything.
EMPTY = listed(
    "thing things stuff lot lots really good great nice way make makes made making get gets got getting go"
    " goes going went keep keeps keeping kept thanks thank hey hi hello yeah wow ok okay sure bye much many"
    " even well definitely totally actually super cool awesome amazing sounds gonna gotta"
)
# Past forms that no ending shows, and the verb of each.
IRREGULAR = dict(
    pair.split("/")
    for pair in listed(
        "ran/run paid/pay bought/buy wrote/write rewrote/rewrite rewritten/rewrite went/go gone/go came/come"
        " took/take taken/take made/make got/get saw/see met/meet ate/eat eaten/eat drank/drink gave/give"
        " given/give found/find lost/lose sold/sell told/tell began/begin spoke/speak slept/sleep felt/feel"
        " kept/keep held/hold led/lead grew/grow fell/fall rose/rise broke/break broken/break chose/choose"
        " chosen/choose drove/drive flew/fly sent/send spent/spend built/build became/become won/win said/say"
        " knew/know thought/think sat/sit swam/swim woke/wake taught/teach caught/catch brought/bring"
        " children/child"
    )
)
PAST_FORMS = frozenset(IRREGULAR) - {"broken", "children", "taken", "gone", "given"}
# Verbs before which a subject ends, as stems.
VERBS = frozenset(
    Stemmer.Stemmer("english").stemWords(
        sorted(
            listed(
                "live run work need use play fix fit take cost hold return require lead like prefer want end"
                " start open close move drink eat love hate plan decide begin stay speak study learn teach own"
                " know think leave arrive come go make get give show say mean contain include support drop"
                " increase decrease rise fall grow fail pass crash stop change switch become remain belong sit"
                " stand sell buy pay book install write read see meet visit hire join help keep find lose win"
                " send receive"
            )
        )
    )
)
