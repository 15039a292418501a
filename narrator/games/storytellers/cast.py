"""The cast of Storytellers: whoever was chosen, in which role, and where that was."""

from collections.abc import Sequence

from narrator.box.articles import bare, definite, with_the
from narrator.box.content import Box
from narrator.box.markup import name, role_words, told
from narrator.box.sentences import sentences
from narrator.box.written import Character
from narrator.cards import Category
from narrator.games.storytellers.retelling import roles_of, spreads_of, words_of
from narrator.host.cast import Cast, Known, Member, all_of, mentions, whole_speech
from narrator.host.retelling import Played
from narrator.tell.wording import Wording


def cast_of(played: Played, box: Box, wording: Wording) -> Cast:
    story = words_of(played.state, box)
    spreads = tuple(spreads_of(played, story, box, wording))
    roles = roles_of(spreads)
    members = tuple(
        Member(
            who=character(spread.who),
            kind=Category.CHARACTER,
            role=definite(role_words(spread.card) or ""),
            where=spread.card.where or "",
            happened=around(sentences(told(spread.card, roles)), name(spread.who)),
        )
        for spread in spreads
        if spread.who is not None
    )
    return Cast(story.title, members, {Category.CHARACTER: all_of(map(character, box.characters), members)})


def character(who: Character | str) -> Known:
    if isinstance(who, str):
        return Known(who, with_the(who), (bare(who),))
    return Known(who.name, with_the(who.name), who.aliases, who.picture)


def around(told_sentences: Sequence[str], who: str) -> tuple[str, ...]:
    """The sentence in which somebody comes in; where people speak, all that is said between two quotation marks."""
    at = next((at for at, text in enumerate(told_sentences) if mentions(text, bare(who))), 0)
    return whole_speech(told_sentences, at)
