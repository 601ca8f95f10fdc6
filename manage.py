#!/usr/bin/env python
"""Django's own command line, for developers; users have ``wasurena``."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_site.settings.base")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
