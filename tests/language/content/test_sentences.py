"""Where sentences end."""

import pytest

from narrator.language.content.sentences import sentences_at, split_sentences


def test_direct_speech_stays_with_its_speaker():
    assert split_sentences('"Land?" gasped the owl. "Never!" It rained. Puff.') == (
        '"Land?" gasped the owl.',
        '"Never!"',
        "It rained.",
        "Puff.",
    )


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Mr. Fox met Dr. Owl. They left.", ("Mr. Fox met Dr. Owl.", "They left.")),
        ("Well… he said it… and went. 3 points!", ("Well… he said it… and went.", "3 points!")),
        ("(It rained.) “Ready?” asked she.", ("(It rained.)", "“Ready?” asked she.")),
        ("  It took 2.5 hours. ", ("It took 2.5 hours.",)),
        ("", ()),
    ],
)
def test_sentence_ends_where_another_can_begin(text, split):
    assert split_sentences(text) == split
    assert all(text[start:].startswith(sentence) for start, sentence in sentences_at(text))
