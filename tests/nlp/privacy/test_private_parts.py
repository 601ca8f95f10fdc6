"""What stands between ``<private>`` and ``</private>`` is left out."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.privacy.private_parts import TAG, without_private

TAGS = (
    "<private>",
    "</private>",
    "＜Private＞",
    "</ private >",
    "&lt;private&gt;",
    "&#60;private&#62;",
    "%3Cprivate",
    r"\u003cprivate\u003e",
    "\\",
    "u003c",
    "%3E",
    "&amp;",
    "lt;",
    "<pri",
    "vate>",
)
TEXTS = st.lists(st.sampled_from((*TAGS, "<", "/", "private", ">", " ", "a", "秘", "]"))).map(
    "".join
)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <private>x</private> b", "a [private] b"),
        ("a <PRIVATE>x</Private> b", "a [private] b"),
        ("a < private\t>x</ private > b < / private>c", "a [private] b c"),
        ("予定＜private＞秘密＜／private＞です", "予定[private]です"),
        ("予定＜ｐｒｉｖａｔｅ＞秘密＜/ｐｒｉｖａｔｅ＞です", "予定[private]です"),
        ("a <private>x\ny", "a [private]"),
        ("a </private> b", "a  b"),
        ("a <private>x<private>y</private>z</private> b", "a [private] b"),
        ("a <private>x</private><private>y</private>", "a [private][private]"),
        ('a <private reason="none">x</private>', "a [private]"),
        ("a <private>x<private/>", "a [private]"),
        ("a &lt;private&gt;x&lt;/private&gt; b", "a [private] b"),
        ("a &#60;private&#62;x&#60;/private&#62; b", "a [private] b"),
        ("a &#x3c;private&#x3E;x&#x003C;&#x2F;private&#x3e; b", "a [private] b"),
        ("a &amp;lt;private&amp;gt;x&amp;lt;/private&amp;gt; b", "a [private] b"),
        ("a &amp;amp;#60;private&amp;amp;#62;x", "a [private]"),
        ("a %3Cprivate%3Ex%3C%2Fprivate%3E b", "a [private] b"),
        ("a %253cprivate%253ex%253c/private%253e b", "a [private] b"),
        (r"a \u003cprivate\u003eZ\u003c/private\u003e b", "a [private] b"),
        (r"a \\u003Cprivate\\u003EZ\\u003C\\/private\\u003E b", "a [private] b"),
        (r"a \x3cprivate\x3eZ<\/private>} b", "a [private]} b"),
        (r"a \u003dprivate\u003e C:\private>", r"a \u003dprivate\u003e C:\private>"),
        ("a &#61;private&#62; 3%3c", "a &#61;private&#62; 3%3c"),
        ("a <pri\u200bvate>x</private>", "a [private]"),
        ("<private>x</private>", ""),
        (" <private>x</private>. ", ""),
        ("<private>", ""),
        ("</private>", ""),
        ("<pri</private>vate>x</private>", ""),
        ("a privateer <privateer> [private] <b>", "a privateer <privateer> [private] <b>"),
        ("private <private", "private <private"),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    assert without_private(text) == kept


@given(TEXTS)
def test_no_tag_is_left_and_nothing_more_is_taken_the_next_time(text: str) -> None:
    kept = without_private(text)
    assert TAG.search(kept) is None
    assert without_private(kept) == kept


@given(TEXTS)
def test_nothing_of_the_inside_is_kept(text: str) -> None:
    assert "Ω" not in without_private(f"a <private>{text.replace('/', '')}Ω</private>")


@pytest.mark.parametrize(
    "piece",
    [
        "<private>",
        "</private>",
        "<",
        "< ",
        "<private ",
        "<private \u200b",
        "<p\u200b",
        "&lt;/",
        "<private></private>",
        "<pri</private>",
        "<private a&gt",
        "&amp;",
        "&amp;lt;private ",
        "<private &amp;amp;",
        "%25",
        "&#x0",
    ],
)
def test_time_grows_with_the_length(piece: str) -> None:
    started = time.process_time()
    without_private(piece * 100_000)
    without_private("<" + " " * 500_000 + piece)
    assert time.process_time() - started < 3
