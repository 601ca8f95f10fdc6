"""Labeled texts become pieces with tags and subjects; some of each file train nothing."""

import random

from sentencepiece import SentencePieceProcessor
from tokenizers import Tokenizer, models, pre_tokenizers

from memory_site.bench.datasets.labelled_facts import Fact, FactText
from memory_site.bench.datasets.labelled_names import Label, LabelledText
from memory_site.bench.extraction.secrets import LabelledSecrets
from memory_site.bench.training.reader.base_model import tokenizer_of
from memory_site.bench.training.reader.labels import (
    IGNORED,
    batches,
    divided,
    labelled,
    place_of,
    place_of_value,
)
from memory_site.bench.training.reader.names import known_names, labelled_names
from memory_site.bench.training.reader.secrets import labelled_secrets
from memory_site.bench.training.reader.vocabulary import vocabulary_of
from nlp.trained.names import NAME_TYPES
from nlp.trained.secrets import SECRET_KINDS

PREDICATES = ["likes", "lives_in"]


def text_of(words: str, *facts: Fact, split: str = "tuning", language: str = "en") -> FactText:
    return FactText(language, split, "note", "user", words, facts)


def by_words(*words: str) -> Tokenizer:
    """Return a tokenizer whose pieces are these words, and single signs."""
    signs = sorted(set("".join(words)) | set("user:▁"))
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁user", *(f"▁{word}" for word in words), *signs]
    tokenizer = Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


def test_values_are_tagged_and_point_to_their_subject() -> None:
    tokenizer = by_words("Mia", "likes", "old", "maps", "I", "live", "in", "Kobe")
    text = text_of(
        "Mia likes old maps I live in Kobe",
        Fact("Mia", "likes", "old maps"), Fact("owner", "lives_in", "Kobe"),
        Fact("owner", "likes", "maps"), Fact("owner", "lives_in", "Kobe", ended=True),
    )  # fmt: skip
    found = labelled(text, tokenizer, PREDICATES)
    #                 begin user : Mia likes old maps I live in Kobe end
    assert found.tags == [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0]
    assert found.subjects == [(5, [3]), (10, [0])]


def test_a_subject_may_stand_wherever_it_is_named() -> None:
    tokenizer = by_words("Mia", "Bo", "paints", "lives", "in", "Kobe", "and")
    text = text_of("Mia paints and Mia lives in Kobe", Fact("Mia", "lives_in", "Kobe"))
    #      begin user : Mia paints and Mia lives in Kobe end
    assert labelled(text, tokenizer, PREDICATES).subjects == [(9, [3, 6])]


def test_of_several_places_the_value_nearest_to_its_subject_counts() -> None:
    text = "Mia 7 / Bo 7"
    assert place_of_value(text, Fact("Bo", "age", "7")) == (11, 12)
    assert place_of_value(text, Fact("Mia", "age", "7")) == (4, 5)
    assert place_of_value(text, Fact("owner", "age", "7")) == (4, 5)
    assert place_of_value(text, Fact("Mia", "age", "8")) is None


def test_words_are_found_whole_before_parts_and_near_before_far() -> None:
    assert place_of("Annabel met Ann", "ann") == (12, 15)
    assert place_of("Annabel", "Ann") == (0, 3)
    assert place_of("Ann, Bo and Ann", "Ann", near=8) == (0, 3)
    assert place_of("Ann, Bo and Ann", "Ann", near=14) == (12, 15)
    assert place_of("Ann", "Bo") is None and place_of("Ann", "") is None


def test_the_last_part_of_each_file_and_language_is_held_back() -> None:
    english = [text_of(f"text {at}") for at in range(25)]
    japanese = [text_of(f"文 {at}", language="ja") for at in range(25)]
    trained, held_back = divided([[*english, *japanese, text_of("later", split="later")]])
    assert trained == [*english[:23], *japanese[:23]]
    assert held_back == [*english[23:], *japanese[23:]]


def test_batches_hold_every_text_once() -> None:
    tokenizer = by_words("Mia")
    texts = [labelled(text_of("Mia " * at), tokenizer, PREDICATES) for at in range(1, 40)]
    found = list(batches(texts, 4, random.Random(0)))
    assert sorted(len(one.ids) for batch in found for one in batch) == [
        len(one.ids) for one in texts
    ]
    assert max(len(batch) for batch in found) == 4


def test_names_are_tagged_and_say_nothing_of_facts() -> None:
    tokenizer = by_words("Mia", "met", "Li", "in", "Kobe")
    labels = [Label(0, 6, ("Person",)), Label(14, 18, ("Location",)), Label(7, 10, ())]
    text = LabelledText("Mia Li met in Kobe", labels, "en", "en")
    found = labelled_names(text, tokenizer, is_assistant=False)
    person, place, other = (
        1 + 2 * NAME_TYPES.index(kind) for kind in ("Person", "Location", "Other")
    )
    #                   begin user : Mia     Li          met    in Kobe end
    assert found.names == [0, 0, 0, person, person + 1, other, 0, place, 0]
    assert set(found.tags) == {IGNORED} and not found.subjects


def test_facts_tell_what_is_a_name_and_what_is_none() -> None:
    text = text_of(
        "Mia is a welder in Kobe, my dog Rex is 4, and the wife is well.",
        Fact("Mia", "occupation", "welder"), Fact("Mia", "lives_in", "Kobe"),
        Fact("owner", "pet", "Rex"), Fact("Rex", "age", "4"), Fact("owner", "married_to", "wife"),
    )  # fmt: skip
    told = {(text.text[start:end], tag) for start, end, tag in known_names(text)}
    person, place, other = (
        1 + 2 * NAME_TYPES.index(kind) for kind in ("Person", "Location", "Other")
    )
    assert told == {("welder", 0), ("4", 0), ("Mia", person), ("Kobe", place), ("Rex", other)}


def test_of_words_that_no_fact_tells_of_nobody_knows_whether_they_are_names() -> None:
    tokenizer = by_words("Mia", "met", "Li")
    found = labelled(text_of("Mia met Li"), tokenizer, PREDICATES, [(0, 3, 1)])
    assert found.names == [IGNORED] * 3 + [1] + [IGNORED] * 3


def test_secrets_are_tagged_with_their_kind() -> None:
    tokenizer = by_words("the", "door", "opens", "with", "7734", "K9")
    spans = (("password", "K9 7734"),)
    found = labelled_secrets(
        LabelledSecrets("en", "tuning", "the door opens with K9 7734", spans), tokenizer
    )
    password = 1 + 2 * SECRET_KINDS.index("password")
    #                     begin user : the door opens with K9        7734          end
    assert found.secrets == [0, 0, 0, 0, 0, 0, 0, password, password + 1, 0]
    assert set(found.tags) == set(found.names) == {IGNORED}


def test_what_is_no_secret_of_a_known_kind_is_learned_as_harmless() -> None:
    text = LabelledSecrets("en", "tuning", "I have asthma", (("health", "asthma"),))
    assert set(labelled_secrets(text, by_words("I", "have", "asthma")).secrets) == {0}


def test_the_written_vocabulary_cuts_as_that_of_the_training() -> None:
    words = [
        "<s>",
        "<pad>",
        "</s>",
        "<unk>",
        "▁user",
        ":",
        "▁Mia",
        "▁",
        "テスト",
        "で",
        "す",
        "m",
        "▁k",
    ]
    pieces = [(piece, -float(at)) for at, piece in enumerate(words)]
    trained = tokenizer_of(pieces)
    written = SentencePieceProcessor(
        model_proto=vocabulary_of(pieces), return_type="offset_mapping"
    )
    for text in ("user: Mia", "user: ﾃｽﾄです", "user:  m\n", "user: 𠮷m"):
        cut, read = written.encode(text), trained.encode(text)
        assert (cut["ids"], cut["offsets"]) == (read.ids, read.offsets)
    # What only looks like a special piece is text.
    assert not {0, 1, 2} & set(written.encode("user: <s></s>")["ids"])
