"""Setting the table: what players are told about it, how secrets are kept, and whether the box has the words."""

from collections.abc import Iterator
from typing import Any

from narrator.box.content import Box
from narrator.errors import KeepingError
from narrator.games import games
from narrator.host.plan import Plan, Privacy, names_of, with_small_children
from narrator.keep.journal import Journal
from narrator.keep.table import Table
from narrator.play import Cards
from narrator.talk.changes import title_of
from narrator.tell.lines import Line, line


def introduction(plan: Plan, options: object, privacy: Privacy, box: Box) -> Iterator[Line]:
    """Who plays, how, and with which story. Where nothing is dealt, nothing is secret."""
    yield line("players-are", seats=names_of(plan.seats), count=len(plan.seats))
    yield line("mode-is", mode=str(getattr(options, "mode", "basic")))
    story = getattr(options, "story", None)
    if story is not None:
        yield line("chosen-story", title=title_of(story.name, box))
    if hasattr(options, "cards"):
        yield line("privacy-is", privacy=privacy.value, cards=plan.cards.value)


def privacy_of(plan: Plan, options: object, *, private_line: bool) -> Privacy:
    """The youngest have no secrets, nor have those who play together with small children; else headphones keep them
    best, fingers otherwise: whoever hears the others' votes would only have to copy them.
    """
    if plan.privacy is Privacy.BOOTH and not private_line:
        return Privacy.TOKENS
    if plan.privacy is not None:
        return plan.privacy
    mode = str(getattr(options, "mode", ""))
    if mode == "youngest" or (mode == "cooperative" and with_small_children(plan.seats)):
        return Privacy.OPEN
    return Privacy.BOOTH if private_line else Privacy.TOKENS


def waiting_game(journal: Journal) -> tuple[int, str, tuple[str, ...]] | None:
    """The newest game that waits, and who is at its table. What is lost of it is known then, and said first."""
    game = next((game for game in journal.games(unfinished=True) if game.game in games()), None)
    if game is None:
        return None
    try:
        with Table.resume(journal, game.id) as table:
            return game.id, game.game, names_of(table.state.seats)
    except KeepingError:  # said when it is wanted
        return game.id, game.game, names_of(game.seats)


def has_words_for(options: Any, box: Box) -> bool:
    """Whether all that a kept game is played with lies in the box. A game with a pack needs that pack again."""
    story = getattr(options, "story", None)
    if story is not None and not (story.name in box.stories and set(story.follows) <= set(box.stories[story.name].ids)):
        return False
    if getattr(options, "tale", "") not in ("", *box.decks):
        return False
    if getattr(options, "cards", None) is not Cards.SPOKEN:  # what is on the family's own cards, the family knows
        return True
    fairy_cards = {category: {card.name for card in cards} for category, cards in box.cards.items()}
    return (
        {*getattr(options, "characters", ())} <= {character.name for character in box.characters}
        and {*getattr(options, "pictures", ())} <= {dream.title for dream in box.dreams}
        and all({*cards} <= fairy_cards[kind] for kind, cards in getattr(options, "story_cards", {}).items())
    )
