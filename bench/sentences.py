"""Measure the sentence model on sentences that it has not learned.

    python -m bench.sentences

Reported are one half of the first questions, requests and talk, two situations of each author, things that were never
called in other words while learning, and every eighth introduction (`bench.sentence_samples`). `bench.talk` measures
what players get: the grammar and the model together.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from bench.sentence_samples import (
    EXPECTED,
    Sample,
    read_dice,
    read_introductions,
    read_requests,
    read_situations,
    reported_references,
)
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.understanding.sentence_model import SentenceModel
from narrator.language.understanding.sentence_reading import (
    ANSWER,
    NOTHING,
    load_sentence_model,
)

LIMITS = (0.0, 0.6, 0.9)
"""How likely the likeliest kind must be to count."""
ANSWERS = frozenset({ANSWER, "Yes", "No", "Ready", "TakeTime", "Words"})


def role_of(sample: Sample) -> str:
    return "remark" if sample.kind == NOTHING else "answer" if sample.kind in ANSWERS else "question"


def report_kinds(name: str, samples: Sequence[Sample], model: SentenceModel) -> None:
    """Print how often the kind was recognised, for several limits."""
    read = [(each, model.read(each.sentence, each.things, EXPECTED[each.question])) for each in samples]
    for limit in LIMITS:
        counts: Counter[tuple[str, str]] = Counter()
        for each, reading in read:
            kind, chance = reading.likeliest
            kind = kind if chance >= limit else NOTHING
            is_thing = each.place is None or reading.things[0][0] is each.things[each.place]
            found = "right" if kind == each.kind and is_thing else "missed" if kind == NOTHING else "other"
            counts[role_of(each), found] += 1
        for role in sorted({role for role, _ in counts}):
            total = sum(count for (each, _), count in counts.items() if each == role)
            right, other = counts[role, "right"], counts[role, "other"]
            print(f"  {name}, {role}s, at {limit:.1f}: {right / total:.1%} right, {other / total:.1%} taken otherwise")


def report_things(samples: Iterable[Sample], model: SentenceModel) -> None:
    read = [(each, model.read(each.sentence, each.things, EXPECTED[each.question])) for each in samples]
    right = sum(reading.things[0][0] is each.things[each.place or 0] for each, reading in read)
    print(f"  things never called otherwise, of five: {right}/{len(read)} = {right / len(read):.1%}")


def report_tags(name: str, samples: Sequence[Sample], model: SentenceModel) -> None:
    found = [
        all(word.tag == tags[word.start] for word in model.tag_words(each.sentence, each.tagger))
        for each in samples
        if (tags := each.tags) is not None
    ]
    print(f"  {name}: {sum(found)}/{len(found)} = {sum(found) / len(found):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    model = load_sentence_model(DEFAULT_LANGUAGE)
    assert model is not None
    requests = read_requests(reported=True)
    report_kinds("without a situation", requests, model)
    report_kinds("in a situation", list(chain.from_iterable(read_situations(reported=True))), model)
    report_things(reported_references(), model)
    report_tags("introductions with every name and age", read_introductions(reported=True), model)
    report_tags("answers with all dice", read_dice(reported=True), model)
    began = time.process_time()
    for each in requests[:300]:
        model.read(each.sentence, (), EXPECTED["other"])
    print(f"  {(time.process_time() - began) / 300 * 1000:.1f} ms a sentence")


if __name__ == "__main__":
    main()
