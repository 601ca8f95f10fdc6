from memory_site.bench.datasets.synthetic import SHARES, MemoryGenerator, questions


def test_the_same_seed_makes_the_same_memories() -> None:
    assert list(MemoryGenerator(50)) == list(MemoryGenerator(50))
    assert list(MemoryGenerator(50)) != list(MemoryGenerator(50, seed=8))


def test_memories_are_numbered_in_order_and_as_many_as_asked_for() -> None:
    memories = list(MemoryGenerator(333))
    assert [memory.number for memory in memories] == list(range(333))
    ages = [memory.age for memory in memories]
    assert ages == sorted(ages, reverse=True)
    assert ages[-1].total_seconds() > 0


def test_they_look_like_what_people_keep() -> None:
    memories = list(MemoryGenerator(4_000))
    assert 150 < len({memory.session for memory in memories}) < 250
    assert 0.35 < sum(memory.text.isascii() for memory in memories) / 4_000 < 0.65
    assert len({memory.text for memory in memories}) > 3_900
    assert any(memory.identifier in memory.text for memory in memories if memory.identifier)
    for category, share in SHARES.items():
        found = sum(memory.category == category for memory in memories) / 4_000
        assert 0.5 * share < found < 1.5 * share


def test_questions_are_about_memories_from_all_over() -> None:
    some = MemoryGenerator(2_000).some(40)
    assert len({memory.session for memory in some}) == 8
    for memory, question in zip(some, questions(some), strict=True):
        assert memory.keywords[0] in question
