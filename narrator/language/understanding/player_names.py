"""Parse who is playing from a sentence: "this is my brother Tom, he's four, and I'm Lily".

Names are surrounded by words of a closed class (`names` in `grammars/`) about persons, relations and ages. Any other
known word makes the sentence a remark. So does a name in small letters among names with capitals.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.lexicon import split_phrases

MAX_PLAYER_NAME_LETTERS = 24
MAX_PLAYER_NAME_WORDS = 3
SEPARATOR_SIGNS = frozenset(",;&+")


@dataclass
class NamedPerson:
    """A person who is named in a sentence."""

    words: list[str] = field(default_factory=list)
    age: int | None = None
    stands_alone: bool = False
    """Whether the name stands between commas, so that it can only be a name."""

    @property
    def name(self) -> str:
        """The name, each word with a capital."""
        return " ".join(word[0].upper() + word[1:] for word in self.words)


@cache
def naming_words(language: str = DEFAULT_LANGUAGE) -> Mapping[str, frozenset[str]]:
    """Return the words around names by kind: "around", "relations", "groups", "titles", "apart", "me", "asking"."""
    tables = load_grammar(language).table("names")
    words = {kind: frozenset(split_phrases(lines)) for kind, lines in tables.items()}
    return words | {"apart": words["apart"] | SEPARATOR_SIGNS}


def is_no_name(word: str, language: str = DEFAULT_LANGUAGE) -> bool:
    """Whether this is a word of the language and not a name: "he's". With a capital, "May" is a name."""
    if len(word) == 1 or not word[0].islower():
        return word.casefold() in get_language(language).heard.players.never_a_name
    known = naming_words(language)
    closed = any(word in known[kind] for kind in ("around", "relations", "me"))
    return closed or (word not in known["titles"] and bool(load_grammar(language).lexicon.kinds((word,))))


def parse_people(text: str, language: str = DEFAULT_LANGUAGE) -> list[NamedPerson]:
    """Return the people who are named; none if the text is a remark or mentions a person without a name."""
    people = _NameParser(text, language).parse()
    people = drop_small_talk(people)
    return people if all(map(is_likely_name, people)) and have_same_case(people) else []


class _NameParser:
    """Goes through the words of one sentence and collects names and ages."""

    def __init__(self, text: str, language: str) -> None:
        self.language = get_language(language)
        self.rules = self.language.heard.players
        self.words = naming_words(language)
        self.lexicon = load_grammar(language).lexicon
        self.left_out = {self.language.strip_possessive(each["name"]) for each in self.rules.excluded.finditer(text)}
        text = self.rules.excluded.sub("", self.rules.number_of_us.sub("", text))
        self.tokens = re.findall(r"[\w'.-]+|[,;&+]", text)
        self.people: list[NamedPerson] = []
        self.age_to_come: int | None = None
        self.in_name = False
        self.shared_by = 1
        """How many people share the next age: two after "both"."""

    def parse(self) -> list[NamedPerson]:
        """Return the people found, or none if the sentence is not about players."""
        if not self.tokens or self.tokens[0].casefold() in self.words["asking"]:
            return []
        is_about_players = all(self.take(index) for index in range(len(self.tokens)))
        return [each for each in self.people if each.name not in self.left_out] if is_about_players else []

    def take(self, index: int) -> bool:
        """Read one word. Return whether the sentence can still be about players."""
        token, words = self.tokens[index], self.words
        plain = token.casefold()
        if plain not in words["around"]:
            plain = self.language.strip_possessive(plain)
        age = self.language.parse_number(plain)
        if plain in words["apart"]:
            self.in_name = False
        elif age is not None and self.next_token(index) in words["relations"] | words["groups"]:
            self.in_name = False  # "my two grandchildren"
        elif plain in words["groups"]:
            self.in_name = False
            return index + 2 < len(self.tokens)  # "my friends" gives no names
        elif age is not None:
            return self.take_age(age, index)
        elif plain in words["naming"] and self.people and self.people[-1].words[-1].casefold() in words["titles"]:
            self.age_to_come = self.people.pop().age  # "Daddy's called Tom"
            self.in_name = False
        elif plain in words["me"] and self.stands_alone(index) and not self.is_followed_by_name(index):
            return False  # a speaker who did not say a name
        elif plain in words["around"] or plain in words["me"]:
            self.in_name = False
            self.shared_by = self.rules.shared_age.get(plain, self.shared_by)
        elif plain in words["relations"] and (self.introduces_name(index) or plain not in words["titles"]):
            self.in_name = False
            return self.introduces_name(index)  # "my brother" gives no name
        elif self.lexicon.kinds((plain,)) and plain not in words["titles"] and not token[0].isupper():
            return False
        else:
            self.take_name(index)
        return True

    def take_age(self, age: int, index: int) -> bool:
        """Give the age to the last person, or to all if it is shared. Return whether it can be an age."""
        if not self.people and index and self.tokens[index - 1].casefold() in self.words["pointing"]:
            self.age_to_come = age  # "I'm five and I'm called Max"
            return True
        if not self.people or self.people[-1].age not in (None, age):
            return False
        for person in self.people[-self.shared_by :]:
            person.age = person.age or age
        self.in_name = False
        return True

    def take_name(self, index: int) -> None:
        """Add a word to the current name, or begin a new one."""
        if not self.in_name:
            self.people.append(NamedPerson(age=self.age_to_come, stands_alone=self.stands_alone(index)))
            self.age_to_come = None
        self.people[-1].words.append(self.language.strip_possessive(self.tokens[index]))
        self.in_name = True

    def next_token(self, index: int) -> str:
        """Return the next word; a comma at the end."""
        return self.tokens[index + 1].casefold() if index + 1 < len(self.tokens) else ","

    def is_followed_by_name(self, index: int) -> bool:
        """Whether a name follows after a comma: "me, Mia", "me, that's Mia"."""
        following = [
            token for token in self.tokens[index + 1 : index + 4] if token.casefold() not in self.words["pointing"]
        ]
        return len(following) > 1 and following[0] == "," and following[1][0].isupper()

    def introduces_name(self, index: int) -> bool:
        """Whether a name comes next: "my brother Nick", "her dad, Mark"."""
        if index and self.tokens[index - 1].casefold() in self.words["owners"] and self.is_followed_by_name(index):
            return True
        after = self.next_token(index)
        return after not in self.words["apart"] | self.words["around"] and self.language.parse_number(after) is None

    def stands_alone(self, index: int) -> bool:
        """Whether the word stands between commas and "and"s, as a name would."""
        before = self.tokens[index - 1].casefold() if index else ","
        return before in self.words["apart"] and self.next_token(index) in self.words["apart"]


def is_likely_name(person: NamedPerson) -> bool:
    """Whether the words have the form and the length of a name."""
    has_small_word = len(person.words) > 1 and any(word[0].islower() for word in person.words)
    has_form = re.fullmatch(r"[^\W\d_][\w' .-]*", person.name) is not None
    is_short = len(person.words) <= MAX_PLAYER_NAME_WORDS and len(person.name) <= MAX_PLAYER_NAME_LETTERS
    return has_form and is_short and not has_small_word


def have_same_case(people: Sequence[NamedPerson]) -> bool:
    """Whether all names have capitals or none has. A recogniser writes none; a typist writes all or none."""
    titles = naming_words()["titles"]
    unsure = [each for each in people if not each.stands_alone and each.words[0].casefold() not in titles]
    return len({each.words[0][0].isupper() for each in unsure}) < 2


def drop_small_talk(people: Sequence[NamedPerson]) -> list[NamedPerson]:
    """Drop words in small letters among names with capitals: "the same as always, Ben and Rosie"."""
    titles = naming_words()["titles"]
    named = [
        each for each in people if each.stands_alone or each.words[0][0].isupper() or each.words[0].casefold() in titles
    ]
    return named if sum(each.words[0][0].isupper() for each in named) > 1 else list(people)
