"""How long all content takes to load, from the disk to validated models.

python -m bench.content
"""

import subprocess
import sys
from statistics import median
from time import perf_counter

MAX_LOAD_S = 0.150
"""The limit for loading without imports."""
REPETITIONS = 9
SCRIPT = """
from time import perf_counter
start = perf_counter()
from narrator.language.content.packs import load_content
imported = perf_counter()
load_content()
loaded = perf_counter()
print(loaded - imported, loaded - start)
"""


def load_in_new_process() -> tuple[float, float]:
    """Return the seconds for loading, and for loading with all imports, in a new process."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    load_only, with_imports = map(float, done.stdout.split())
    return load_only, with_imports


def load_again() -> float:
    """Return the seconds for loading in a process that has loaded everything before."""
    from narrator.language.content.packs import load_content  # noqa: PLC0415 - the imports are measured elsewhere

    start = perf_counter()
    load_content()
    return perf_counter() - start


def main() -> int:
    alone = [load_in_new_process() for _ in range(REPETITIONS)]
    load_only = median(load for load, _ in alone)
    print(f"load, fresh process:               {1000 * load_only:6.1f} ms   (limit {1000 * MAX_LOAD_S:.0f} ms)")
    print(f"load and imports, fresh process:   {1000 * median(both for _, both in alone):6.1f} ms")
    print(f"load again, same process:          {1000 * median(load_again() for _ in range(REPETITIONS)):6.1f} ms")
    print(f"median of {REPETITIONS} each")
    return 0 if load_only < MAX_LOAD_S else 1


if __name__ == "__main__":
    sys.exit(main())
