"""Facts in the words of English messages and chats, and what only looks like them."""

import pytest

from tests.nlp.facts.labelled import claims_of

TOLD = [
    ("our Sheila (my eldest) is cooking", {"Sheila": "Person"}, "family_member", ["Sheila"]),
    ("It was our Kev's wedding on Friday.", {"Kev": "Person"}, "family_member", ["Kev"]),
    ("my other half Dawid burnt the rice", {}, "family_member", ["Dawid"]),
    ("my boyfriend is called Sven", {}, "family_member", ["Sven"]),
    ("Ruth and I are getting married!", {"Ruth": "Person"}, "family_member", ["Ruth"]),
    ("me and Rowan 3 years today", {"Rowan": "Person"}, "family_member", ["Rowan"]),
    ("my girls: Ava 12, Bea 9, Cleo 4", {}, "family_member", ["Ava", "Bea", "Cleo"]),
    ("I'm mum to Ida (4) and Max (2)", {"Ida": "Person"}, "family_member", ["Ida", "Max"]),
    ("Ruth and I decided: we marry in May", {"Ruth": "Person"}, "family_member", ["Ruth"]),
    ("Write a short toast for my grandson Levi's party, no jokes", {}, "family_member", ["Levi"]),
    ("Anneke Vos (Ans to friends)", {}, "name", ["Anneke Vos"]),
    ("never drunk beer in my life", {}, "diet", []),
    ("I've never drunk beer in my life", {}, "diet", ["never drunk beer"]),
    ("i drive a 2016 corsa, so", {}, "uses", ["2016 corsa"]),
    ("been driving that tram 12 years", {}, "occupation", ["driving that tram"]),
    ("our girl Tilda's a vet in Perth", {"Tilda": "Person"}, "family_member", ["Tilda"]),
    ("Nell is my eldest", {"Nell": "Person"}, "family_member", ["Nell"]),
    ("my fiancé (Omar) cooks", {"Omar": "Person"}, "family_member", ["Omar"]),
    ("my wife (Inês) is on nights", {"Inês": "Person"}, "married_to", ["Inês"]),
    ("Figaro, the parrot (grey, noisy), bit me", {}, "pet", ["Figaro (parrot)"]),
    ("This is Edna speaking. Remind me", {"Edna": "Person"}, "name", ["Edna"]),
    ("tea rota. that's me, Noreen, on Fridays", {}, "name", ["Noreen"]),
    ("31 and suddenly everything hurts", {}, "age", ["31"]),
    ("native Welsh speaker so skip the basics", {}, "speaks", ["Welsh"]),
    ("I don't drink, I don't smoke", {}, "diet", ["don't drink"]),
    ("Form is done. penicillin allergy. what else", {}, "allergic_to", ["penicillin"]),
    ("I've never got on with audiobooks", {}, "dislikes", ["audiobooks"]),
    ("22 years at Hobb & Lane, still no window", {}, "works_for", ["Hobb & Lane"]),
    ("I'm permanent staff at Hobb Infirmary now", {}, "works_for", ["Hobb Infirmary"]),
    ("final year sociology btw", {}, "studies", ["sociology"]),
    ("swap request to my charge nurse Lou", {}, "reports_to", ["Lou"]),
    ("my childhood friend Piet rang", {}, "friend", ["Piet"]),
    ("I've two spaniels from the shelter (Bo and Kit)", {}, "pet", ["Bo (spaniel)", "Kit (spaniel)"]),
    ("Hector (our tortoise) woke up", {}, "pet", ["Hector (tortoise)"]),
    ("Marta here. can you fix my rota", {}, "name", ["Marta"]),
    ("text the parents. sign it Miss Okoro.", {}, "name", ["Miss Okoro"]),
    ("57 and still playing five-a-side", {}, "age", ["57"]),
    ("Im 41 but my knees say 80", {}, "age", ["41"]),
    ("had my 60th last week", {}, "age", ["60"]),
    ("my niece Jo rang, hes 6 and shes tired", {"Jo": "Person"}, "family_member", ["Jo"]),
    ("Bergen, fourth floor, no lift", {"Bergen": "Location"}, "lives_in", ["Bergen"]),
    ("I've been in Whitby my whole life", {}, "lives_in", ["Whitby"]),
    ("baker, Ghent, three cats", {"Ghent": "Location"}, "lives_in", ["Ghent"]),
    ("I'm a Hull lad, me", {"Hull": "Location"}, "from", ["Hull"]),
    ("my mother in law speaks Greek to me", {}, "speaks", ["Greek"]),
    ("I don't do mushrooms", {}, "diet", ["don't do mushrooms"]),
    ("dont eat pork or shellfish, sorry", {}, "diet", ["dont eat pork or shellfish"]),
    ("cant have dairy so no cream", {}, "diet", ["cant have dairy"]),
    ("I'm just a plain vegetarian", {}, "diet", ["vegetarian"]),
    ("three hens, two kids, no fish ever", {}, "diet", ["no fish"]),
    ("Allergy test came back: hazelnuts", {}, "allergic_to", ["hazelnuts"]),
    ("my Forester needs new tyres", {}, "uses", ["Forester"]),
    ("The Yaris has 98,000 miles and no heater", {}, "uses", ["Yaris"]),
    ("Won't fit, I'm in the Kangoo today", {}, "uses", ["Kangoo"]),
    ("they put me on ramipril", {}, "uses", ["ramipril"]),
    ("Methotrexate every Friday", {}, "uses", ["Methotrexate"]),
    ("my new hearing aids whistle", {}, "uses", ["hearing aids"]),
    ("my gaffer at Bolt & Sons asked", {}, "works_for", ["Bolt & Sons"]),
    ("14 years driving the school bus", {}, "occupation", ["driving the school bus"]),
    ("3rd year apprentice and still lost", {}, "occupation", ["3rd year apprentice"]),
    ("I faint at blood (yes, a nurse)", {}, "occupation", ["nurse"]),
    ("I groom poodles for a living", {}, "occupation", ["groom poodles"]),
    ("not a coffee person", {}, "dislikes", ["coffee"]),
    ("I'm more of a cat person", {}, "likes", ["cat"]),
    ("I won't have celery in the house", {}, "dislikes", ["celery"]),
    ("I collect old teapots", {}, "likes", ["old teapots"]),
    ("I go bouldering 4x a week", {}, "likes", ["bouldering"]),
    ("I dont like buses tbh, they shake", {}, "dislikes", ["buses"]),
]  # fmt: skip
NOT_TOLD = [
    ("peanut allergy", {}),
    ("31 and 32 are sold out", {}),
    ("Ten years at Grandma's", {"Grandma": "Person"}),
    ("Write a toast for my mate: I'm from Leeds and I love pies", {"Leeds": "Location"}),
    ("we had the Corolla yesterday as a hire car", {}),
    ("our Alexa is playing up", {}),
    ("my business partner Uli rang", {}),
    ("if Ruth and I were getting married I'd tell you", {"Ruth": "Person"}),
    ("Nothing here. Try the shed", {}),
    ("Newbie here!", {}),
    ("I'm 20 with the bus, 40 without", {}),
    ("it's my 40th birthday next week", {}),
    ("52 and 53 are the same size", {}),
    ("Bergen, two days in June", {"Bergen": "Location"}),
    ("nurse, Ghent, £14 an hour, apply by Friday", {"Ghent": "Location"}),
    ("I don't have milk, can I use water", {}),
    ("I can't do coffee on Tuesday", {}),
    ("I don't drink coffee after four", {}),
    ("no onions at the shop again", {}),
    ("is the Yaris any good?", {}),
    ("the Tesla interview was odd", {}),
    ("my Golf swing is off", {}),
    ("I sat behind the Volvo stand", {}),
    ("should he take metformin with food?", {}),
    ("the insulin pump trial was cancelled", {}),
    ("put Ann's number down, no allergies, on levothyroxine", {"Ann": "Person"}),
    ("If I groomed poodles for a living I'd smell", {}),
    ("not a good person to ask", {}),
    ("I collect my girls at three", {}),
    ("how do I play chess", {}),
    ("my boyfriend is Dutch", {}),
    ("Ann is at Hobb Clinic, ward 6", {"Ann": "Person", "Hobb Clinic": "Organization"}),
]


@pytest.mark.parametrize(("text", "mentions", "predicate", "values"), TOLD)
def test_what_is_told_in_passing_is_read(
    text: str, mentions: dict[str, str], predicate: str, values: list[str]
) -> None:
    found = [one for one in claims_of(text, **mentions) if one.predicate == predicate]
    assert [claim.value for claim in found if not claim.ends] == values
    assert all(claim.subject is None for claim in found)


@pytest.mark.parametrize(("text", "mentions"), NOT_TOLD)
def test_what_only_looks_like_a_fact_is_not_read(text: str, mentions: dict[str, str]) -> None:
    found = [(one.predicate, one.value) for one in claims_of(text, **mentions)]
    assert [each for each in found if each[0] != "task"] == []


def test_what_somebody_had_for_years_is_over() -> None:
    (claim,) = claims_of("eleven years i had that Sportster, best bike ever")
    assert (claim.predicate, claim.value, claim.ends) == ("uses", "Sportster", True)


def test_the_chats_forms_of_he_is_and_she_is_are_read() -> None:
    claims = claims_of("My nephew Udo wants boots, hes 6 and scared of geese.", Udo="Person")
    assert [(one.subject, one.value) for one in claims if one.predicate == "age"] == [("Udo", "6")]


def test_whoever_is_put_on_a_medicine_is_no_doctor() -> None:
    (claim,) = claims_of("Doctor at the VA put me on metformin.")
    assert (claim.subject, claim.predicate, claim.value) == (None, "uses", "metformin")
