"""Japanese verbs in the form in which a task is written down."""

NEGATIVE = dict(zip("さかがらわまばたな", "すくぐるうむぶつぬ", strict=True))
POLITE = dict(zip("しきぎりいみびちに", "すくぐるうむぶつぬ", strict=True))


def plain_form(words: str, *, is_negative: bool = False) -> str:
    """Return words that end in a verb with its dictionary form: 直さ, 直します → 直す.

    ``is_negative``: they are what stands before ない. A form that could be two verbs
    becomes the more frequent one.
    """
    words = words.strip().lstrip("、")
    if is_negative:
        return _ended(words, NEGATIVE, "し")
    if words.endswith("ます"):
        return _ended(words[:-2], POLITE, "し")
    return words


def _ended(stem: str, endings: dict[str, str], do: str) -> str:
    if stem.endswith(do) and (len(stem) == 1 or not "ぁ" <= stem[-2] <= "ん"):
        # 提出し-ます, but 直し-ます: two Chinese signs take する.
        takes_do = len(stem) > 2 and "一" <= stem[-3] <= "鿿"
        return f"{stem}る" if not do else f"{stem[:-1]}{'する' if takes_do else 'す'}"
    last = stem[-1:]
    return f"{stem[:-1]}{endings[last]}" if last in endings else f"{stem}る"
