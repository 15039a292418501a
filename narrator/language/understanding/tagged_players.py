"""Read who plays from a sentence in any words, by the sentence model: "just Oscar, fifteen, sadly, and Granny".

The model finds names and ages; which age belongs to whom follows from their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from narrator.core.game import Seat
from narrator.language.language import get_language
from narrator.language.understanding.player_list import (
    clean_names,
    clean_player_words,
    parse_bare_list,
    parse_players,
    unnamed_players,
)
from narrator.language.understanding.player_names import is_no_name
from narrator.language.understanding.sentence_reading import (
    AGE,
    NAME,
    NAME_GOES_ON,
    NAMES,
    TaggedWord,
    load_sentence_model,
)

MIN_PLAYERS = 2
"""If fewer are named, a speaker who said only "me" is asked for a name."""
MIN_CHANCE_OF_NAMES, MIN_WORDS_OF_TALK = 0.5, 3
"""A sentence with at least this many words and a lower probability of naming players is ignored."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Names or ages that stand together, without the other kind between them."""

    names: tuple[str, ...] = ()
    ages: tuple[int, ...] = ()
    shared_by: int = 0
    """How many share an age: two after "both"."""


def find_players(text: str) -> tuple[tuple[Seat, ...], bool]:
    """Return the players named in the text, and whether they are certain; uncertain ones are read back."""
    listed = parse_players(clean_names(text))
    language = get_language()
    model = load_sentence_model(language.code)
    if model is None:
        return listed, True
    is_long = len(text.split()) >= MIN_WORDS_OF_TALK
    if is_long and model.read(text, (), {NAMES}).kinds[NAMES] < MIN_CHANCE_OF_NAMES:
        return (), True
    words = clean_player_words(clean_names(text))
    tagged = seats_in(find_groups(text, model.tag_words(text, "names")))
    if not listed and len(tagged) < MIN_PLAYERS and unnamed_players(words):
        return (), True  # "me and my brother Nick"
    untagged = names_beside(listed, tagged)
    if bare := parse_bare_list(words):
        if names_beside(tagged, bare) or any(is_remark(name, listed, text) for name in untagged):
            return tagged or listed, False  # "just Camila and Oscar", "Oscar, fifteen, sadly"
        return listed, all(name in text for name in untagged)
    if not listed or len({seat.name for seat in listed}) < len(listed) or not all(map(is_common_name, untagged)):
        return tagged or listed, False
    return listed, not names_beside(tagged, listed)


def names_beside(seats: Sequence[Seat], others: Sequence[Seat]) -> list[str]:
    """Return the names of seats that are not among the other seats."""
    known = {seat.name.casefold() for seat in others}
    return [seat.name for seat in seats if seat.name.casefold() not in known]


def is_remark(name: str, listed: Sequence[Seat], text: str) -> bool:
    """Whether a listed name is more likely a remark: a common word, or in small letters beside names with capitals."""
    is_small = name not in text and any(seat.name in text for seat in listed)
    return is_small or any(is_no_name(word.casefold()) for word in name.split())


def is_common_name(name: str) -> bool:
    """Whether the last word is a common first name or a relative. "Right, we are two" begins with neither."""
    rules, last = get_language().heard.players, name.rsplit(maxsplit=1)[-1].casefold()
    relatives = (relative for group in rules.relatives for relative in group)
    return last in {known.casefold() for known in (*rules.first_names, *relatives)}


def seats_in(groups: Sequence[_Group]) -> tuple[Seat, ...]:
    """Return the players in these groups of names and ages."""
    ages: dict[str, int | None] = {}
    names: tuple[str, ...] = ()
    waiting: tuple[int, ...] = ()
    for group in groups:
        if group.names:
            names = group.names
            ages |= {name: ages.get(name) for name in names}
            if waiting and waiting[0] != sum(len(set(each.names)) for each in groups):  # "we are three: Sofia, …"
                ages[names[0]] = waiting[0]  # "I'm five and I'm called Max"
            waiting = ()
        elif not names:
            waiting = group.ages
        elif group.ages:
            ages |= pair_ages(names, group)
    return tuple(Seat(name, age) for name, age in ages.items())


def pair_ages(names: Sequence[str], group: _Group) -> dict[str, int]:
    """Return the ages by name: one for several, one for each, or one for the last name."""
    different = dict.fromkeys(names)
    if group.shared_by:
        return dict.fromkeys(list(different)[-group.shared_by :], group.ages[0])
    if len(group.ages) == len(different):
        return dict(zip(different, group.ages, strict=True))
    return {names[-1]: group.ages[-1]}


def find_groups(text: str, words: Sequence[TaggedWord]) -> list[_Group]:
    """Return the names and the ages of a text in groups."""
    rules, found, shared_by = get_language().heard.players, [_Group()], 0
    for number, word in enumerate(words):
        shared_by = rules.shared_age.get(word.text.casefold(), shared_by)
        if word.tag == NAME:
            end = number + 1
            while end < len(words) and words[end].tag == NAME_GOES_ON:
                end += 1
            name = text[word.start : words[end - 1].start + len(words[end - 1].text)]
            if found[-1].ages:
                found.append(_Group())
                shared_by = 0
            spelled = " ".join(part[0].upper() + part[1:] for part in name.split())
            found[-1] = _Group((*found[-1].names, spelled))
        elif word.tag == AGE and (age := read_age(words, number)) is not None:
            if found[-1].names or not found[-1].ages:
                found.append(_Group())
            found[-1] = _Group(ages=(*found[-1].ages, age), shared_by=shared_by)
    return found


def read_age(words: Sequence[TaggedWord], number: int) -> int | None:
    """Return the age that begins with this word: "seventy-one"; None inside of one."""
    language = get_language()
    if number and words[number - 1].tag == AGE:
        return None
    tagged = []
    for word in words[number:]:
        if word.tag != AGE and word.text != "-":
            break
        tagged.append(word.text)
    return language.parse_number(language.join_number_words(" ".join(tagged).replace(" - ", " ")).casefold())
