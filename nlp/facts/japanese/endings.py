"""Ends and beginnings of Japanese statements, and places in them."""

from nlp.facts.rules import SOMEWHERE

from .rules import AT_END, PLAIN_PLACE

# The end of a statement: a copula, a pause, or the end of the line.
IS = (
    rf"(?:(?:です|だ|である|なん(?:です|だ|で)|でして|であり|で(?=[、,]))(?:{AT_END}|"
    rf"(?=[、,]))|(?=[。、,！!（(]|$)|{AT_END})"
)

TE_IRU = (
    r"(?:てい?て(?=、)|て(?:い)?(?:る|ます|まして)|ており(?:ます|まして)?|てて|とる|とります|とって"
    rf"|てん(?=ねん)|とん(?=ねん)|よる|よります|ちょる|てはる)(?:{AT_END}|(?=者です|わけ))"
)

DE_IRU = (
    rf"(?:で(?:い)?(?:る|ます|まして)|でおり(?:ます|まして)?|でて|どる|どります)(?:{AT_END}|"
    r"(?=[0-9]+年|わけ|者です))"
)

OPENING = r"(?:^|(?<=[、。\s,！!はもが：:（(]))"

PLACE = (
    rf"(?P<o>(?!元気|[一二三四五六七八九十数]人|平和|のんびり|快適|静か|日本[にで]|大学|高校|学校|同じ|地方|田舎|海外|都会|地元|実家)(?:{SOMEWHERE}"
    rf"|{PLAIN_PLACE})(?:の(?:{SOMEWHERE}|[一-龥]{{2,4}}))?)"
)
