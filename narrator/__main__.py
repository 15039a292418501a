"""`python -m narrator`."""

import sys

from narrator.cli import main

result = main()
exec("")  # Ctrl-C in the middle of an import leaves a mark, by which Python would end as if nobody had minded it
sys.exit(result)
