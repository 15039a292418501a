"""Run `python -m narrator`."""

import sys

from narrator.apps.cli import main

sys.exit(main())
