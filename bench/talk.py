"""Measure how well sentences are understood: answers, questions, and remarks to others, at ten points of the games.

    python -m bench.talk [--wrong]

The sentences are in `talk_lines/`. The `frozen` lists were written without knowledge of code and grammars, and first
run when the understanding was finished; nothing was changed for them. The others were known while it was developed, or
were looked at afterwards, as the head of each file says. An answer or a question counts as right if it was understood,
or if the right thing was asked back; a remark if it was ignored. The time to understand a line is measured as well.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.support.utterances import ExpectedUtterance, read_utterances, start_conversations, verdict

FROZEN = "frozen"
"""How the names of lists begin whose author had not read the code, and that nothing was changed for. Report these."""
LINES = Path(__file__).parent / "talk_lines"


# --- the figures ---------------------------------------------------------------------------------


def judged(name: str, judge: Callable[[ExpectedUtterance], str]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in read_utterances(LINES / f"{name}.txt"):
        counts[line.kind][judge(line)] += 1
    return counts


def share(counts: Counter[str], *good: str) -> str:
    total = sum(counts.values())
    return f"{sum(counts[each] for each in good)}/{total} = {sum(counts[each] for each in good) / max(1, total):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true", help="print every line that was not understood as it was meant")
    arguments = parser.parse_args()
    taken: list[float] = []
    with ExitStack() as stack:
        tables = start_conversations(stack)

        def judge(line: ExpectedUtterance) -> str:
            began = time.process_time()
            found = verdict(line, tables[line.situation])
            taken.append((time.process_time() - began) * 1000)
            if arguments.wrong and found not in ("right", "asked", "ignored"):
                print(f"{found:<12}{line.situation:<7}{line.kind:<9}{line.sentence} → {' / '.join(line.meanings)}")
            return found

        names = (each.stem for each in LINES.glob("*.txt"))
        for name in sorted(names, key=lambda each: (each.startswith(FROZEN), each)):
            counts = judged(name, judge)
            everything = sum(counts.values(), Counter())
            print(f"{name}: {sum(everything.values())} lines")
            print(f"  answers right or asked   {share(counts['answer'], 'right', 'asked', 'ignored')}")
            print(f"  questions right or asked {share(counts['question'], 'right', 'asked')}")
            print(f"  remarks ignored          {share(counts['remark'], 'ignored', 'right')}")
            print(f"  taken wrong              {share(everything, 'wrong')}")
    taken.sort()
    median, most = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    print(f"understanding a line, of computing: median {median:.1f} ms, 95 % {most:.1f} ms")


if __name__ == "__main__":
    main()
