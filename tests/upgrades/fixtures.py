"""Databases that released versions made, as ``<version>/<variant>/``.

``expected.json`` beside each says how many rows each table holds and what they hash to. The
program of the version made them: every table that it can fill holds at least one row.
"""

# Known to everybody who reads this: the fixture is encrypted to be opened, not to be kept secret.
PASSPHRASE = "田中's fixture passphrase"
VARIANTS = {"plain": "", "encrypted": PASSPHRASE}
DATABASE = "wasurena.sqlite3"
