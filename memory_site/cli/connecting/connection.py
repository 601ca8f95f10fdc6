"""Connect a program by writing its file, show what would be written, or take it back."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accounts.interfaces.pages.tokens import NAME
from accounts.models import TOKEN_PREFIX

from .editing import Entry, entry_in, with_entry
from .files import copy_of, read_file, remove_file, replace_file
from .programs import ProgramFile

HIDDEN = f"{TOKEN_PREFIX}…"


@dataclass(frozen=True, slots=True)
class FileConnection:
    """The entry of Wasurena in the file of one program."""

    file: ProgramFile

    def text(self) -> str:
        """Return what the file holds now.

        Raises:
            BrokenFile: it cannot be read.
        """
        return read_file(self.file.path)

    def secret(self) -> str:
        """Return the token of the entry that is there; empty if there is none."""
        return next(_secrets(self._entry(self.text()) or {}), "")

    def changed(self, entry: Entry | None) -> str:
        """Return the text with this entry; nothing is written.

        Raises:
            BrokenFile: the file cannot be read or changed.
        """
        return self._with(self.text(), entry)

    def difference(self, entry: Entry) -> str:
        """Return the lines that would change; tokens are left out.

        Raises:
            BrokenFile: the file cannot be read or changed.
        """
        before, after = self.text(), self.changed(entry)
        names = (str(self.file.path), f"{self.file.path} (new)")
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), *names, lineterm="")
        secrets = [*_secrets(self._entry(before) or {}), *_secrets(entry)]
        told = "\n".join(lines)
        for secret in secrets:
            told = told.replace(secret, HIDDEN)
        return told

    def write(self, entry: Entry) -> bool:
        """Write the entry, with a copy of the file before; return False if it was there.

        Raises:
            BrokenFile: the file cannot be read, changed or written; nothing was changed.
        """
        before, after = self.text(), self.changed(entry)
        if before == after:
            return False
        replace_file(self.file.path, after, copied=before if self.file.path.exists() else None)
        return True

    def undo(self) -> bool:
        """Take the entry out, or put back the one that the copy has; return False if there is none.

        What was changed since stays. A file that holds nothing else, and was made by us, goes.

        Raises:
            BrokenFile: the file cannot be read, changed or written; nothing was changed.
        """
        path = self.file.path
        if self._entry(self.text()) is None:
            return False
        copy = copy_of(path)
        earlier = self._entry(read_file(copy)) if copy.exists() else None
        after = self.changed(earlier)
        if not copy.exists() and _is_empty(after, self.file):
            remove_file(path.resolve())
        else:
            replace_file(path, after)
        remove_file(copy)
        return True

    def _entry(self, text: str) -> dict[str, Any] | None:
        return entry_in(text, self.file.servers, NAME, is_toml=self.file.is_toml)

    def _with(self, text: str, entry: Entry | None) -> str:
        return with_entry(text, self.file.servers, NAME, entry, is_toml=self.file.is_toml)


def _secrets(value: object) -> Iterator[str]:
    """Yield the tokens in an entry, wherever it has them."""
    if isinstance(value, str):
        found = value.removeprefix("Bearer ")
        if found.startswith(TOKEN_PREFIX):
            yield found
    elif isinstance(value, dict):
        for one in value.values():
            yield from _secrets(one)


def _is_empty(text: str, file: ProgramFile) -> bool:
    return text.split() in ([], ["{}"], list(f'{{ "{file.servers}": {{}} }}'.split()))
