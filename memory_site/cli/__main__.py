"""``python -m memory_site.cli``: the same as ``wasurena``."""

import sys

from . import main

sys.exit(main())
