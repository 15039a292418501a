"""What the hosts of Dixit and Dixit Odyssey share: pictures in words, questions and narration around them.

A picture is a dream of the content. A new picture is described in a few words, a known one is called by its title, and
players who ask hear whole sentences. It is chosen by its title, or by its number in the hand or on the table. The
family's own cards have numbers only.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from narrator.core.cards import LaidOut, Owned, RoundVoided
from narrator.core.clues import ClueTable, Found, Give, VotesRevealed
from narrator.core.game import CardSource, Event, SpokenWords
from narrator.games.hosting.narration import as_sentence, vote_lines
from narrator.games.hosting.panels import Panel, non_empty_panels, quotes_panel, standing_panel, table_panel
from narrator.games.hosting.plan import Plan, draw_names, has_small_child
from narrator.games.hosting.questions import (
    Answer,
    Choice,
    GameQuestion,
    Slot,
    choices_by_name,
    shorten_descriptions,
)
from narrator.language.content.models import Dream, ExtraDream
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import event_lines, plain_text
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing
from narrator.language.understanding.grammar import IdentityKey, SlotNames, game_choice_names
from narrator.language.understanding.understand import tidy

FaceUpCards = Mapping[int, str | None]
"""The cards on the table by symbol; `None` for one of the family's own cards."""
VotesBySeat = Mapping[str, Collection[int]]
MAX_TABLE_WORDS = 160
"""Describe the table in short descriptions if the full ones have more words than this: from nine pictures on."""
MAX_DECK_SIZE = 84
"""The number of pictures in a game, which decides how long Dixit lasts. Others of a larger set wait for another day."""
MIN_DECK_SIZE = 72
"""Enough pictures for twelve players."""
MIN_GLANCE_WORDS = 6
"""A short description has at least this many words."""
STEM_LETTERS = 5
"""Two words with this many first letters in common count as forms of one word."""
NOTHING_FOUND = Found("", 0, ())


# --- content and panels ------------------------------------------------------------------------


def content_to_save(options: Any, content: Content) -> Iterator[Content]:
    """Yield the dreams of the deck; nothing for the family's own cards."""
    if options.pictures and options.cards is CardSource.SPOKEN:
        of_odyssey = {*options.pictures} <= {*dream_titles(content.odyssey_dreams)}
        yield Content(odyssey_dreams=content.odyssey_dreams) if of_odyssey else Content(dreams=content.dreams)


def has_content(options: Any, content: Content) -> bool:
    """Return whether every picture of the deck is in the content."""
    return options.cards is CardSource.TABLE or {*options.pictures} <= {*dream_titles(content.all_dreams)}


def panels(view: Any, content: Content) -> tuple[Panel, ...]:
    """Return the clue, the pictures on the table and the scores."""
    clue = quotes_panel(line("panel-clue"), [view.clue.text if view.clue else None])
    return non_empty_panels(clue, table_panel(view.face_up, content), standing_panel(view.scores))


# --- names of pictures -------------------------------------------------------------------------


def dream_titles(dreams: Iterable[Dream]) -> tuple[str, ...]:
    return tuple(dream.title for dream in dreams)


def choose_deck(plan: Plan, dreams: Sequence[Dream]) -> tuple[str, ...]:
    """Return the titles of the pictures for one game: as many as the rules say, chosen with the plan's seed.

    Sad ones are left out if a player is under six, unless the others are too few for the game. The family's own are
    always among them.
    """
    titles = dream_titles(dreams)
    if has_small_child(plan.seats):
        cheerful = dream_titles(dream for dream in dreams if dream.suits_small_children)
        titles = cheerful if len(cheerful) >= MIN_DECK_SIZE else titles
    own = [dream.title for dream in dreams if isinstance(dream, ExtraDream)][:MAX_DECK_SIZE]
    ours = [title for title in titles if title not in own]
    chosen = {*own, *draw_names(ours, MAX_DECK_SIZE - len(own), random.Random(plan.seed))}
    return tuple(title for title in titles if title in chosen)


@lru_cache(maxsize=4)
def picture_catalogue(
    pictures: IdentityKey[tuple[Dream, ...]],
) -> Mapping[str, tuple[tuple[str, ...], str, str, str, str]]:
    """Return aliases, description, details and twice the short description of each picture, by title.

    The short description serves large tables and hands.

    Descriptions have no full stop, because a number follows.
    """
    dreams = pictures.value
    last = Counter(last_word(dream.title) for dream in dreams)
    glances = {
        dream.title: ensure_title(dream.title, (dream.glance or "").strip().rstrip(".") or first_clauses(dream.picture))
        for dream in dreams
    }
    return {
        dream.title: (
            # accept "the tiger" for the pale tiger unless there is another tiger
            (tidy(dream.title), *(word for word in (last_word(dream.title),) if last[word] == 1)),
            dream.picture.strip().rstrip("."),
            dream.closer.strip().rstrip("."),
            glances[dream.title],
            glances[dream.title],
        )
        for dream in dreams
    }


def first_clauses(picture: str) -> str:
    """Return the first clause of the sentence, or more until it has enough words."""
    short = ""
    for clause in re.split(r"(?<=[,;:])\s", picture.strip().rstrip(".")):
        short = f"{short} {clause}".strip()
        if len(short.split()) >= MIN_GLANCE_WORDS:
            break
    return short.rstrip(",;:")


def ensure_title(title: str, short: str) -> str:
    """Return the short description, with the title in front if no word of the title occurs in it.

    Later the picture is called by its title, so players must have heard that.
    """
    stems = [
        word[:STEM_LETTERS]
        for word in tidy(title).casefold().split()
        if word != get_language().spoken.articles.definite
    ]
    mentioned = any(word.startswith(stem) for stem in stems for word in tidy(short).casefold().split())
    return short if mentioned else f"{title}: {short[:1].lower()}{short[1:]}"


def last_word(title: str) -> str:
    return tidy(title).split()[-1].casefold()


def picture_choices(pictures: Iterable[tuple[Any, str]], content: Content) -> tuple[Choice, ...]:
    """Return a choice for each value and the title of its picture."""
    known = {**picture_catalogue(IdentityKey(content.odyssey_dreams)), **picture_catalogue(IdentityKey(content.dreams))}
    return tuple(Choice(value, title, *known.get(title, ())) for value, title in pictures)


def title_choices(hand: Iterable[str], content: Content) -> tuple[Choice, ...]:
    """Return the pictures with these titles as choices."""
    return picture_choices(((title, title) for title in hand), content)


def table_choices(face_up: FaceUpCards, content: Content) -> tuple[Choice, ...]:
    known = [(symbol, title) for symbol, title in face_up.items() if title is not None]
    return picture_choices(known, content) if known else tuple(Choice(symbol, "") for symbol in face_up)


def all_card_choices(state: Any, content: Content) -> tuple[Choice, ...]:
    """Return every picture that there is; nothing with the family's own cards.

    Which of them are in this game's pile is not known at the table.
    """
    dreams = (dream.title for dream in (*content.dreams, *content.odyssey_dreams))
    return () if state.own_cards else title_choices(dict.fromkeys((*state.options.pictures, *dreams)), content)


def extra_vocabulary(state: Any, content: Content) -> SlotNames:
    """Return every picture of the game: players may name one that another player holds."""
    named = [
        (get_language().strip_definite_article(name), each.spoken)
        for each in all_card_choices(state, content)
        for name in each.aliases
    ]
    return {"card": named} if named else {}


def title_on_symbol(symbol: int, face_up: FaceUpCards) -> str:
    return face_up.get(symbol) or ""


# --- questions ---------------------------------------------------------------------------------

CARD_SLOTS = ("card", "card2")


def ask_who_begins(
    prompt: Line, seats: Sequence[str], intents: Sequence[str], player_questions: Sequence[GameQuestion]
) -> tuple[GameQuestion, ...]:
    """Return the question who begins, followed by the questions to each player once that is known."""
    who = Slot("player", line("ask-who"), choices_by_name(seats), accepts_position=False)
    clue = Slot("clue", line("ask-clue", seat=None), is_free_text=True)
    answers = tuple(Answer(intent, no_moves, (who, clue) if intent == "MyClue" else (who,)) for intent in intents)
    return (GameQuestion(None, prompt, answers), *player_questions)


def no_moves(values: Mapping[str, Any]) -> list[Any]:
    """Make no move: naming a player only directs the next question to that player."""
    return []


def clue_slots(seat: str, prompt: Line, *, own_cards: bool) -> tuple[Slot, ...]:
    """Return the slots for a clue.

    After a picture was chosen, the next words are the clue. With their own cards players may still be looking through
    their hand, so they first say that the clue comes now.
    """
    if own_cards:
        return Slot("lead", prompt, example=game_choice_names("dixit", "clue")[0]), clue_words_slot(seat)
    return (replace(clue_words_slot(seat), prompt=prompt),)


def clue_words_slot(seat: str) -> Slot:
    return Slot("clue", line("ask-clue", seat=seat), is_free_text=True, lead_in_intents=("MyClue", "Sing", "Mime"))


def clue_words(values: Mapping[str, Any]) -> SpokenWords:
    clue = values["clue"]
    return clue if isinstance(clue, SpokenWords) else SpokenWords(text=plain_text(clue))


def card_slots(prompts: Sequence[Line], hand: tuple[Choice, ...]) -> tuple[Slot, ...]:
    return tuple(
        Slot(name, prompt, hand, from_hand=True, is_secret=True)
        for name, prompt in zip(CARD_SLOTS, prompts, strict=False)
    )


def ask_give(state: Any, player: str, seats: Sequence[str], content: Content, one: str = "ask-give") -> GameQuestion:
    """Ask a player for cards from the hands of these seats: the own one and, in teams, an absent partner's."""
    hand = tuple(card for seat in seats for card in title_choices(state.hands[seat], content))

    def give(values: Mapping[str, Any]) -> Give:
        cards = picked_cards(values, hand, state.cards_to_give)
        holder = next((seat for seat in seats if cards[0] in state.hands[seat]), seats[0])
        return Give(holder, cards)

    first = state.laid.keys() <= {state.teller}
    prompt = line(one if state.cards_to_give == 1 else "ask-give-two", seat=player, first=first)
    slots = card_slots([prompt, line("ask-give-second", seat=player)][: state.cards_to_give], hand)
    intents = ("Give",) if state.cards_to_give == 1 else ("Give", "GiveTwo")
    return GameQuestion(player, prompt, tuple(Answer(intent, give, slots) for intent in intents))


def ask_give_own(state: Any, seats: Sequence[str], **facts: Any) -> GameQuestion:
    """Own cards: ask all players at once to put a card down, and one of them to say when that is done."""
    prompt = line("ask-give-own", teller=state.teller, gives=state.cards_to_give, **facts)
    return GameQuestion(None, prompt, (Answer("Ready", lambda v: [Give(seat) for seat in seats]),))


def picked_cards(values: Mapping[str, Any], hand: Sequence[Choice], count: int = 1) -> tuple[str, ...]:
    """Return the chosen cards. A number is a position in the hand; one that is too high is taken as the card's name."""
    counted = {number: choice.value for number, choice in enumerate(hand, 1)}
    chosen = (values[name] for name in CARD_SLOTS[:count])
    return tuple(
        counted.get(value, get_language().number_word(value)) if isinstance(value, int) else str(value)
        for value in chosen
    )


# --- narration ---------------------------------------------------------------------------------


def describe_table(face_up: FaceUpCards, content: Content, *, asked: bool = False) -> Iterator[Line]:
    """Yield a line for each picture on the table, its number last.

    `asked` is true if players asked to hear the table: then each picture gets two sentences.
    """
    pictures = [choice for choice in table_choices(face_up, content) if choice.spoken]
    described = (
        [choice.with_details() for choice in pictures] if asked else shorten_descriptions(pictures, MAX_TABLE_WORDS)
    )
    for choice in described:
        facts = {"card": choice.spoken, "picture": choice.description, "glance": choice.short_description}
        yield Line(
            "on-symbol", {**facts, "symbol": choice.value, "count": len(face_up)}, shows=Showing(card=choice.value)
        )


def describe_options(state: Any, content: Content) -> Iterator[Line]:
    """Yield what players can choose from on the table."""
    if any(state.face_up.values()):
        yield from describe_table(state.face_up, content, asked=True)
    elif state.face_up:
        yield line("numbers-only", count=len(state.face_up))


def repeat_clue(state: Any, **facts: Any) -> Iterator[Line]:
    """Yield the clue of this round, if there is one."""
    if state.clue is not None:
        yield line("clue-is", teller=state.teller, clue=as_sentence(state.clue), **facts)


def list_table(face_up: FaceUpCards) -> Iterator[Line]:
    """Yield the titles on the table in the order of their numbers."""
    if known := [title for title in face_up.values() if title is not None]:
        yield line("table-is", cards=known)


@dataclass(frozen=True, slots=True)
class RevealedRound:
    """The known facts of a round: cards on the table, votes, owners, the storyteller's card."""

    face_up: FaceUpCards
    votes: VotesBySeat
    owners: Mapping[int, str]
    found: Found = NOTHING_FOUND


def reveal_round(events: Sequence[Event], before: ClueTable) -> RevealedRound:
    """Return what is revealed after these events. Points are narrated with it."""
    revealed = RevealedRound(before.face_up, before.votes, before.owners)
    for event in events:
        match event:
            case LaidOut(cards):
                revealed = replace(revealed, face_up=cards)
            case VotesRevealed(votes, owners):
                known = {symbol: owner for symbol, owner in owners.items() if owner is not None}
                revealed = replace(revealed, votes=votes, owners=known)
            case Owned(seat, symbol):
                revealed = replace(revealed, owners={**revealed.owners, symbol: seat})
            case Found():
                revealed = replace(revealed, found=event)
    return revealed


def narrate_picture_event(
    event: Event, revealed: RevealedRound, before: ClueTable, after: ClueTable, content: Content, **facts: Any
) -> Iterator[Line]:
    """Yield the lines for events that both games narrate alike."""
    match event:
        case LaidOut(cards):
            clue = as_sentence(before.clue)
            yield line("laid-out", clue=clue, count=len(cards), known=not before.own_cards, **facts)
            yield from describe_table(cards, content)
        case VotesRevealed():
            yield from narrate_votes(revealed, before.teller)
        case Found():
            found = revealed.found
            how = "all" if len(found.finders) == len(revealed.votes) else "some" if found.finders else "nobody"
            told = event_lines(found, card=title_on_symbol(found.symbol, revealed.face_up), how=how, **facts)
            yield from (replace(each, shows=Showing(votes=revealed.votes, owners=revealed.owners)) for each in told)
        case RoundVoided(teller):
            yield line("round-voided", left=teller not in after.names)
        case _:
            yield from event_lines(event, **facts)


def narrate_votes(revealed: RevealedRound, teller: str | None) -> Iterator[Line]:
    """Yield who voted for whose picture, except for the storyteller's: the `Found` event narrates that."""
    others = {symbol: owner for symbol, owner in revealed.owners.items() if owner != teller}
    symbols = [symbol for symbol in revealed.face_up if symbol in others or not revealed.owners]
    yield from vote_lines(revealed.votes, revealed.owners, revealed.face_up, symbols)
