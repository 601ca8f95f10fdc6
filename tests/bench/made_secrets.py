"""Make texts with secrets and personal data of others' making, and harmless ones.

Keys follow the patterns of detect-secrets, all others are Faker's. Write them for the benchmark with
``python -m tests.bench.made_secrets SEED FILE``.
"""

import base64
import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from faker import Faker
from rstr import Rstr

from memory_site.bench.extraction.secrets import NONE, LabelledSecrets

# Forms of assignments, which need their names, and addresses on the internet, which are no secrets.
LEFT_OUT = {
    "Basic Auth Credentials", "Cloudant Credentials", "IBM Cloud IAM Key", "IBM COS HMAC Credentials",
    "SoftLayer Credentials", "Public IP (ipv4)", "JSON Web Token", "Private Key",
}  # fmt: skip
LOOKING_AROUND = re.compile(r"\(\?<[=!][^)]*\)|\(\?![^)]*\)")
PRINTED = re.compile(r"[!-~]{6,}")
EACH_PATTERN, EACH_KIND = 10, 30
CARRIERS = {
    "en": ("The staging server uses {}", "Use {} for the deploy.", "My key is {} please keep it.",
           "I pasted {} into the settings page this morning.", "here: {}"),
    "ja": ("本番では {} を使っています。", "キーは {} です。", "設定画面に {} を貼り付けました。",
           "鈴木さんに {} を送った", "これ: {}"),
}  # fmt: skip
PHRASES: dict[str, dict[str, tuple[str, ...]]] = {
    "email": {"en": ("Write to {} about it.", "mail: {}"), "ja": ("メールは {} です。",)},
    "phone": {
        "en": ("Call me at {}.", "The plumber's number is {}.", "phone {}"),
        "ja": ("電話は{}です。", "{}に電話してください。", "携帯 {}"),
    },
    "credit_card": {
        "en": ("The card is {}.", "Charge it to {} please.", "visa {}"),
        "ja": ("カード番号は{}です。", "{} で払った"),
    },
    "ssn": {"en": ("My SSN is {}.", "social security number {}", "SSN: {}")},
    "bank_account": {"en": ("IBAN {}", "Send the rent to {}.")},
    "address": {
        "en": ("We live at {}.", "Ship it to {}."),
        "ja": ("住所は{}です。", "{}に送ってください。"),
    },
    "passport": {"en": ("My passport number is {}.", "Passport: {}")},
    "password": {
        "en": ("The wifi password is {}", "My login is anna and the password is {} as always."),
        "ja": ("パスワードは{}です。", "Wi-Fiのパスワード: {}"),
    },
}


class Maker:
    """A source of texts: the same seed makes the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.strings = Rstr(self.random)
        self.people = {"en": Faker("en_US"), "ja": Faker("ja_JP")}
        for people in self.people.values():
            people.seed_instance(seed)

    def texts(self) -> list[LabelledSecrets]:
        """Return texts with one labelled value each."""
        made = [*self._keys(), *self._personal(), *self._harmless()]
        return [LabelledSecrets(lang, "test", text, (span,)) for lang, text, span in made]

    def _keys(self) -> Iterator[tuple[str, str, tuple[str, str]]]:
        values = [
            value
            for name, detector in get_mapping_from_secret_type_to_class().items()
            for pattern in getattr(detector, "denylist", None) or ()
            if name not in LEFT_OUT
            for value in self._matching(pattern.pattern)
        ]
        for value in (*values, *(self._token() for _ in range(EACH_PATTERN))):
            language = self.random.choice(["en", "ja"])
            carrier = self.random.choice(CARRIERS[language])
            yield language, carrier.format(value), ("api_key", value)

    def _matching(self, pattern: str) -> Iterator[str]:
        # A dot would be any character, and no assignment is written so.
        plain = LOOKING_AROUND.sub("", pattern).replace(".{0,20}?", "_[a-z]{0,8}", 1)
        for _ in range(EACH_PATTERN):
            value = self.strings.xeger(plain.replace(".{0,20}?", " ?= ?")).strip().strip('"=:')
            if PRINTED.fullmatch(value):
                yield value

    def _token(self) -> str:
        head = {"alg": "HS256", "typ": "JWT"}, {"sub": str(self.random.randint(1, 9_999))}
        parts = (base64.urlsafe_b64encode(json.dumps(part).encode()) for part in head)
        signed = self.strings.xeger(r"[A-Za-z0-9_-]{43}")
        return ".".join([*(part.rstrip(b"=").decode() for part in parts), signed])

    def _personal(self) -> Iterator[tuple[str, str, tuple[str, str]]]:
        for kind, languages in PHRASES.items():
            for language, phrases in languages.items():
                for at in range(EACH_KIND):
                    value = self._value(kind, language)
                    yield language, phrases[at % len(phrases)].format(value), (kind, value)

    def _value(self, kind: str, language: str) -> str:
        one = self.people[language]
        made: dict[str, Callable[[], str]] = {
            # Faker's own are addresses of documentation.
            "email": lambda: f"{one.user_name()}@{one.domain_name()}",
            "phone": self._japanese_phone if language == "ja" else one.phone_number,
            "credit_card": one.credit_card_number,
            "ssn": one.ssn,
            "bank_account": one.iban,
            "address": one.address if language == "ja" else self._american_address,
            "passport": one.passport_number,
            "password": lambda: one.password(length=12),
        }
        return made[kind]()

    def _japanese_phone(self) -> str:
        """Return a number that could be one: with 0 before the area."""
        while True:
            number = str(self.people["ja"].phone_number())
            if number.startswith("0") and number[:5] not in ("070-0", "080-0", "090-0"):
                return number

    def _american_address(self) -> str:
        one = self.people["en"]
        return f"{one.street_address()}, {one.city()}, {one.state_abbr()} {one.zipcode()}"

    def _harmless(self) -> Iterator[tuple[str, str, tuple[str, str]]]:
        en, ja = self.people["en"], self.people["ja"]
        made: Sequence[tuple[str, Callable[[], str]]] = (
            ("en", lambda: en.sentence(14)),
            ("ja", lambda: ja.text(90)),
            ("en", lambda: f"The order {en.ean13()} arrived on {en.date()}."),
            ("en", lambda: f"Commit {en.sha1()} broke the build."),
            ("en", lambda: f"The book has ISBN {en.isbn13()}."),
            ("en", lambda: f"uuid {en.uuid4()} is the test user"),
            ("ja", lambda: f"注文番号は{ja.ean8()}です。"),
            ("ja", lambda: f"{ja.date()}に{ja.company()}と打ち合わせ。"),
            ("en", lambda: f"{en.company()} grew by {en.random_int(1, 99)} % in {en.year()}."),
            ("ja", lambda: f"コミット {ja.sha1()} で直した。"),
            ("en", lambda: f"Seen from {en.user_agent()}."),
            (
                "en",
                lambda: (
                    f"color {en.hex_color()}, mac {en.mac_address()}, plate {en.license_plate()}"
                ),
            ),
        )
        for language, make in made:
            for _ in range(EACH_KIND):
                text = make()
                yield language, text, (NONE, text)


def line_of(text: LabelledSecrets) -> str:
    """Return a text as the benchmark reads it."""
    spans = [{"kind": kind, "value": value} for kind, value in text.spans]
    row = {"language": text.language, "split": text.split, "text": text.text, "spans": spans}
    return json.dumps(row, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    lines = map(line_of, Maker(int(sys.argv[1])).texts())
    Path(sys.argv[2]).write_text("".join(lines), encoding="utf-8")
