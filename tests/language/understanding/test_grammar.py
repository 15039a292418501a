"""The phrases of a grammar."""

from narrator.language.understanding.grammar import load_grammar

GRAMMAR = load_grammar("en", "storytellers")
NAMES = {
    "player": [(name, name) for name in ("Lily", "Nick", "Julie")],
    "card": [("hedgehog", 1), ("hedge", 2), ("teddy bear", 3)],
}


def test_phrases_for_the_recogniser_contain_only_words() -> None:
    phrases = set(GRAMMAR.phrases({"Vote"}, NAMES))
    assert {"i vote for symbol three", "three", "the third one", "lily votes for three"} <= {
        phrase.lower() for phrase in phrases
    }
    assert not any(char.isdigit() or char in "{}[]()" for phrase in phrases for char in phrase)
