"""Who is playing, said in a sentence: "this is my brother Tom, he's four, and I'm Lily".

Around a name stand words of a closed class (`names` in `grammars/`): who is meant, how they are related, how old they
are. Any other word that the language knows makes it a remark, and so does a name in small letters among others that
have capitals.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.lexicon import split_phrases

MAX_NAME_LETTERS = 24
MAX_NAME_WORDS = 3
"""Of one name."""
MARKS = {"apart": frozenset(",;&+")}
SHARED = ("both", "all")
"""One age for all of them."""


@dataclass
class Person:
    words: list[str] = field(default_factory=list)
    age: int | None = None
    alone: bool = False  # it stands between commas, and can be nothing but a name

    @property
    def name(self) -> str:
        return " ".join(word[0].upper() + word[1:] for word in self.words)


@cache
def naming(language: str = DEFAULT_LANGUAGE) -> Mapping[str, frozenset[str]]:
    """The words around names, by their kind: "around", "relations", "groups", "titles", "apart", "me"."""
    written = load_grammar(language).table("names")
    return {kind: frozenset(split_phrases(words)) | MARKS.get(kind, frozenset()) for kind, words in written.items()}


def is_no_name(word: str, language: str = DEFAULT_LANGUAGE) -> bool:
    """Whether this is a word of the language, and nobody is called so: "he's". Who writes "May" means her."""
    if len(word) == 1 or not word[0].islower():
        return word.casefold() in ("i'm", "i") and len(word) > 1
    known = naming(language)
    closed = any(word in known[kind] for kind in ("around", "relations", "me"))
    return closed or (word not in known["titles"] and bool(load_grammar(language).lexicon.kinds((word,))))


def parse_people(text: str, language: str = DEFAULT_LANGUAGE) -> list[Person]:
    """Whoever is named; nobody if this is a remark, or somebody has no name in it."""
    words, lexicon = naming(language), load_grammar(language).lexicon
    tokens = re.findall(r"[\w'.-]+|[,;&+]", counted_out(text))
    if not tokens or tokens[0].casefold() in words["asking"]:
        return []
    found: list[Person] = []
    open_name = shared = False
    for at, token in enumerate(tokens):
        plain = token.casefold().removesuffix("'s") if token.casefold() not in words["around"] else token.casefold()
        if plain in words["apart"]:
            open_name = False
        elif (
            get_language().parse_number(plain) is not None
            and following(tokens, at) in words["relations"] | words["groups"]
        ):
            open_name = False  # "my two grandchildren"
        elif plain in words["groups"]:
            if at + 2 >= len(tokens):
                return []  # "my friends" are nobody's names
            open_name = False
        elif (age := get_language().parse_number(plain)) is not None:
            if not found or found[-1].age is not None:
                return []
            for person in found if shared else found[-1:]:
                person.age = person.age or age
            open_name = False
        elif plain in words["me"] and apart(tokens, at, words) and not says_it(tokens, at):
            return []  # somebody who has a name, but did not say it
        elif plain in words["around"] or plain in words["me"]:
            open_name, shared = False, shared or plain in SHARED
        elif plain in words["relations"] and (called(tokens, at, words) or plain not in words["titles"]):
            if not called(tokens, at, words):
                return []  # "my brother" is nobody's name
            open_name = False
        elif lexicon.kinds((plain,)) and plain not in words["titles"] and not token[0].isupper():
            return []
        else:
            if not open_name:
                found.append(Person(alone=apart(tokens, at, words)))
            found[-1].words.append(re.sub(r"'s$", "", token))
            open_name = True
    found = without_small_talk(found)
    return found if all(map(likely, found)) and one_case(found) else []


def following(tokens: Sequence[str], at: int) -> str:
    return tokens[at + 1].casefold() if at + 1 < len(tokens) else ","


def says_it(tokens: Sequence[str], at: int) -> bool:
    """ "Me, Mia"."""
    return following(tokens, at) == "," and following(tokens, at + 1)[:1].isalpha() and tokens[at + 2][0].isupper()


def counted_out(text: str) -> str:
    """ "There are two of us, Ella and Sam": that much is said by their names. Who is not there is no player."""
    text = re.sub(r"\b(?:the )?[\w-]+ of us\b", "", text, flags=re.IGNORECASE)
    return re.sub(r"\b(?:but )?(?:not|without) [\w'-]+", "", text, flags=re.IGNORECASE)


def called(tokens: Sequence[str], at: int, words: Mapping[str, frozenset[str]]) -> bool:
    """Whether a name comes next: "my brother Nick"."""
    after = following(tokens, at)
    return after not in words["apart"] | words["around"] and get_language().parse_number(after) is None


def apart(tokens: Sequence[str], at: int, words: Mapping[str, frozenset[str]]) -> bool:
    """Whether this stands between commas and ands, as a name would."""
    before, after = tokens[at - 1] if at else ",", tokens[at + 1] if at + 1 < len(tokens) else ","
    return before.casefold() in words["apart"] and after.casefold() in words["apart"]


def likely(person: Person) -> bool:
    small = len(person.words) > 1 and any(word[0].islower() for word in person.words)
    letters = re.fullmatch(r"[^\W\d_][\w' .-]*", person.name)
    return bool(letters) and not small and len(person.words) <= MAX_NAME_WORDS and len(person.name) <= MAX_NAME_LETTERS


def one_case(found: Sequence[Person]) -> bool:
    """Who writes one name with a capital writes all of them so; the ear writes none."""
    titles = naming()["titles"]
    unsure = [each for each in found if not each.alone and each.words[0].casefold() not in titles]
    return len({each.words[0][0].isupper() for each in unsure}) < 2


def without_small_talk(found: Sequence[Person]) -> list[Person]:
    """ "The same as always, Ben and Rosie": among capitals, small letters that stand in a sentence are no names."""
    titles = naming()["titles"]
    named = [each for each in found if each.alone or each.words[0][0].isupper() or each.words[0].casefold() in titles]
    return named if sum(each.words[0][0].isupper() for each in named) > 1 else list(found)
