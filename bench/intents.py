"""Train the model that recognises what a player wants in any words, and measure it on sentences it has not seen.

    python -m bench.intents [--write]

The sentences are in `intent_lines/`. `intents.tsv` has about sixty for each intent and `none.txt` talk that is not
meant for the narrator; both were made up from a description of the intents, without knowledge of grammars and code. A
checksum splits them: one half trains, the other is only reported. The other files were written later and only train:
`longer.tsv` and `none_longer.txt` have a reason or a greeting around the request, `wider.tsv` and `none_wider.txt` more
speakers and occasions. So do the known remarks in `talk_lines/`, and each clause of a remark. `--write` stores a model
that is trained on both halves; `bench.talk` measures that one.
"""

import argparse
import time
import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from narrator.core.paths import data_folder
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.understanding.chunks import split_clauses
from narrator.language.understanding.intent_model import BUCKETS, NOTHING, IntentModel, sentence_features

FROZEN = "frozen"
"""How the names of lists begin that nothing is trained or tuned on."""
LINES = Path(__file__).parent / "intent_lines"
RIDGE = 0.15
"""The regularisation of the ridge regression. Larger takes less talk for an intent, and recognises fewer intents."""
LIMITS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)


def read_lines(intents: str, talk: str) -> list[tuple[str, str]]:
    """Return each sentence of two files with its intent."""
    rows = (line.split("\t", 1) for line in (LINES / intents).read_text("utf-8").splitlines() if line)
    nothing = (LINES / talk).read_text("utf-8").splitlines()
    return [(intent, sentence) for intent, sentence in rows] + [(NOTHING, each) for each in nothing if each]


def known_remarks() -> list[tuple[str, str]]:
    """Return the remarks of the lists in `talk_lines/` that were known while the understanding was developed."""
    files = (file for file in sorted((LINES.parent / "talk_lines").glob("*.txt")) if not file.stem.startswith(FROZEN))
    rows = (line.split("|") for file in files for line in file.read_text("utf-8").splitlines() if "|" in line)
    return [(NOTHING, row[2].strip()) for row in rows if row[1].strip() == "remark"]


def clauses_of_talk(lines: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the clauses of the talk in these lines. The model is asked about single clauses, too."""
    talk = [split_clauses(sentence) for intent, sentence in lines if intent == NOTHING]
    return [(NOTHING, clause) for clauses in talk if len(clauses) > 1 for clause in clauses if len(clause.split()) > 1]


def half_of(sentence: str) -> int:
    return zlib.crc32(f"half {sentence}".encode()) % 2


def train(lines: Sequence[tuple[str, str]]) -> IntentModel:
    """Return the model that fits these lines and the clauses of their talk.

    It is a ridge regression, solved in the space of the lines, which are fewer than the features.
    """
    lines = [*lines, *clauses_of_talk(lines)]
    classes = (*sorted({intent for intent, _ in lines} - {NOTHING}), NOTHING)
    inputs = np.zeros((len(lines), BUCKETS), np.float32)
    wanted = np.zeros((len(lines), len(classes)), np.float32)
    for row, (intent, sentence) in enumerate(lines):
        features = sentence_features(sentence)
        inputs[row, features] = 1 / np.sqrt(max(1, len(features)))
        wanted[row, classes.index(intent)] = 1
    similarity = inputs @ inputs.T + RIDGE * np.eye(len(lines), dtype=np.float32)
    weights = inputs.T @ np.linalg.solve(similarity, wanted)
    scale = float(np.abs(weights).max()) / 127
    return IntentModel(classes, scale, array("b", np.round(weights / scale).astype(np.int8).tobytes()))


def report(found: Sequence[tuple[str, str, float]]) -> None:
    """Print, for several limits, how many intents are recognised and how much other talk is taken for one.

    `found` has the intent that is meant, the likeliest one, and its lead over the next.
    """
    asked, talk = [each for each in found if each[0] != NOTHING], [each for each in found if each[0] == NOTHING]
    for limit in LIMITS:
        right = sum(meant == best and lead >= limit for meant, best, lead in asked)
        wrong = sum(best not in (meant, NOTHING) and lead >= limit for meant, best, lead in asked)
        taken = sum(best != NOTHING and lead >= limit for _, best, lead in talk)
        print(
            f"  lead {limit:.2f}: right {right / len(asked):.1%}, another intent {wrong / len(asked):.1%},"
            f" talk taken for an intent {taken / max(1, len(talk)):.2%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="store the model")
    arguments = parser.parse_args()
    lines = read_lines("intents.tsv", "none.txt")
    more = read_lines("longer.tsv", "none_longer.txt") + read_lines("wider.tsv", "none_wider.txt") + known_remarks()
    reported = [each for each in lines if half_of(each[1]) == 1]
    model = train([each for each in lines if half_of(each[1]) == 0] + more)
    print(f"{len(lines) - len(reported) + len(more)} lines train, {len(reported)} are reported")
    report([(intent, *model.likeliest(sentence)) for intent, sentence in reported])
    began = time.process_time()
    for _, sentence in reported[:500]:
        model.scores(sentence)
    print(f"{(time.process_time() - began) * 2:.2f} ms a line, {len(model.to_bytes()) / 1e6:.2f} MB")
    if arguments.write:
        packed = train([*lines, *more]).to_bytes()
        (data_folder("grammars") / DEFAULT_LANGUAGE / "intents.bin").write_bytes(packed)


if __name__ == "__main__":
    main()
