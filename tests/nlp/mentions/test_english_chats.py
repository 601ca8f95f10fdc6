"""English names that no list has to know: introduced people and pets, firms, rotas, titles."""

import time

import pytest

from tests.nlp.mentions.reading import names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my nephew bastien (9) wants a drum kit", {"bastien": "Person"}),
        ("mr quillard upstairs plays the tuba at night", {"quillard": "Person"}),
        ("someone called teddy left a message for me", {"teddy": "Person"}),
        ("ngozi still hasnt paid for the tickets", {"ngozi": "Person"}),
        ("olamides birthday is on friday", {"olamide": "Person"}),
        ("taking siobhan + ivy to the zoo", {"siobhan": "Person", "ivy": "Person"}),
        ("was denmark nicer than belgium", {"denmark": "Location", "belgium": "Location"}),
        ("my brother keeps shouting and my uncle cried", {}),
        ("my ferret bit the plumber and my dog threw up", {}),
        ("Iker (little bro) and my eldest Jomarie", {"Iker": "Person", "Jomarie": "Person"}),
        ("My sister Patty's knee hurts", {"Patty": "Person"}),
        ("Off to Arizona, my husband has a place in Mesa", {"Arizona": "Location", "Mesa": "Location"}),
        ("vienna sausages are gross", {}),
    ],
)  # fmt: skip
def test_people_and_places_in_small_letters(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my dog bodza is limping", {"bodza": "Pet"}),
        ("hettie (hen) has stopped laying", {"hettie": "Pet"}),
        ("biscuit threw up twice, should he see the vet", {"biscuit": "Pet"}),
        ("Bartholomew the donkey is 31 and bald.", {"Bartholomew": "Pet"}),
        ("We found Mr Pickles, the office cat.", {"Mr Pickles": "Pet"}),
        ("my cat isnt eating", {}),
        ("a story with a digger, a duck and no morals", {}),
    ],
)
def test_pets(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Invoice from Fenwick Flooring & Sons.", {"Fenwick Flooring & Sons": "Organization"}),
        ("The agent (Garrick & Stowe) blames us.", {"Garrick & Stowe": "Organization"}),
        ("Marsh, Ogden & Abara LLP wrote back.", {"Marsh, Ogden & Abara LLP": "Organization"}),
        ("Rolls from Bäckerei Klamm, please.", {"Bäckerei Klamm": "Organization"}),
        ("The parcel is at 9 Quarry Rise.", {"9 Quarry Rise": "Location"}),
        ("Please read the Terms & Conditions.", {}),
        ("Move the Grant Report and the Seating Plan.", {}),
        ("Ask the Ethics Board and the Volunteer Fire Department.", {}),
    ],
)  # fmt: skip
def test_firms_and_addresses(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| Shift | Nurse |\n|---|---|\n| Early | Odhran |\n| Late | Villanelle |", {"Odhran", "Villanelle"}),
        ("Present: Percival Nnamdi, Leopold Crane.", {"Percival Nnamdi", "Leopold Crane"}),
        ("16:00 Hargreaves, 16:10 Ikwuemesi, 16:20 free", {"Hargreaves", "Ikwuemesi"}),
        ("Staging is down, please wait.\nx Ottavia", {"Ottavia"}),
        ("A eulogy for Desmond \"Dezzie\" Campbell.", {"Desmond \"Dezzie\" Campbell"}),
        ("Big Lena runs the cloakroom.", {"Big Lena"}),
        ("The file of Ms. van den Heuvel is open.", {"van den Heuvel"}),
        ("A reference for Adaeze Obi-Ross, please.", {"Adaeze Obi-Ross"}),
        ("Deacon Hobbs brings the chairs.", {"Hobbs"}),
    ],
)  # fmt: skip
def test_people_by_their_place_and_shape(text: str, found: set[str]) -> None:
    people = names(text)
    assert {name for name, kind in people.items() if kind == "Person"} == found


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("I am stuck on level 347 of Candy Crush.", "Candy Crush"),
        ("Can you recommend books like The Thursday Murder Club?", "The Thursday Murder Club"),
        ("We are rehearsing “The Glass Orchard” on Mondays.", "The Glass Orchard"),
        ("who is the boss in hollow knight", "hollow knight"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert names(text).get(title) == "CreativeWork"


@pytest.mark.parametrize(
    "part",
    ["mr lim and ", "ngozi + ivy / ", "A & B & Co ", "| Ann ", "Present: Ann, Bo, ", "the Xs "],
)
def test_many_rows_take_no_more_than_their_share_of_time(part: str) -> None:
    names(part)
    started = time.perf_counter()
    names(part * 300)
    assert time.perf_counter() - started < 5
