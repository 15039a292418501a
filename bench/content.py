"""How long the story box takes to load: the whole of it, from the disk to checked models.

python -m bench.content
"""

import subprocess
import sys
from statistics import median
from time import perf_counter

LIMIT = 0.150
"""Seconds, for loading alone."""
TIMES = 9
ALONE = """
from time import perf_counter
start = perf_counter()
from narrator.language.content.packs import load_content
imported = perf_counter()
load_content()
loaded = perf_counter()
print(loaded - imported, loaded - start)
"""


def fresh() -> tuple[float, float]:
    """In a process of its own: loading, and loading with all imports."""
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    load_only, with_imports = map(float, done.stdout.split())
    return load_only, with_imports


def again() -> float:
    """In a process that has loaded it before."""
    from narrator.language.content.packs import load_content  # noqa: PLC0415 - the imports are measured elsewhere

    start = perf_counter()
    load_content()
    return perf_counter() - start


def main() -> int:
    alone = [fresh() for _ in range(TIMES)]
    load_only = median(load for load, _ in alone)
    print(f"load, fresh process:               {1000 * load_only:6.1f} ms   (limit {1000 * LIMIT:.0f} ms)")
    print(f"load and imports, fresh process:   {1000 * median(both for _, both in alone):6.1f} ms")
    print(f"load again, same process:          {1000 * median(again() for _ in range(TIMES)):6.1f} ms")
    print(f"median of {TIMES} each")
    return 0 if load_only < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
