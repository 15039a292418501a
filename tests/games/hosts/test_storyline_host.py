"""StoryLine in conversation."""

from collections.abc import Iterator
from typing import Any

import pytest

from narrator.core.cards import CardKind
from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.storyline import rules as storyline
from narrator.games.storyline.moves import Pick, TokenTaken
from narrator.games.storyline.rules import BEAR_TRAP, Phase
from narrator.language.language import get_language
from narrator.language.lines.renderer import LineRenderer
from tests.games.test_storyline import WantedFirst, begin, lay_all, symbols_of, tell, tell_on
from tests.support.conversations import answer_to
from tests.support.playouts import ScriptedGame
from tests.support.tables import content, conversation

NAMES = ("Lily", "Nick", "Julie", "Dylan")


def plan(**more: Any) -> Plan:
    more = {"privacy": Privacy.OPEN, "seed": "tale", **more}
    return Plan("storyline", "basic", tuple(Seat(name) for name in NAMES), **more)


@pytest.fixture
def talk() -> Iterator[Conversation]:
    """Start a game where Lily tells.

    Nick has a fox, a goose girl, a memory and a curse; Julie a tailor, a wizard, a fear and a beard.
    """
    with conversation(plan()) as open_table:
        open_table.open()
        answer_to(open_table, "Lily")
        yield open_table


@pytest.fixture
def picking(talk: Conversation) -> Conversation:
    """Lay all cards: characters on one to three, features on four to six."""
    answer_to(talk, "the fox", "the memory", "the tailor", "the spoons", "the son", "the knee")
    return talk


@pytest.fixture
def own_cards() -> Iterator[Conversation]:
    with conversation(plan(cards=CardSource.TABLE)) as table:
        table.open()
        answer_to(table, "Lily", "ready", "one and five", "it smells of feet")
        yield table


def with_words(luck: Any = None) -> ScriptedGame:
    """Start a game by moves, with the content's tale and cards. The first player tells."""
    chosen = host_of("storyline").build_options(plan(story="the-missing-snore"), content())
    return begin(*NAMES[:3], luck=luck, deck=chosen.deck, tale=chosen.tale, story_cards=chosen.story_cards)


def phrase_of(name: str) -> str:
    """Return the phrase of a card without its article."""
    return next(
        get_language().strip_article(card.phrase)
        for cards in content().cards.values()
        for card in cards
        if card.name == name
    )


def phase(talk: Conversation) -> Phase:
    assert talk.game_topic is not None
    return Phase(talk.game_topic.table.state.phase)


# --- who begins --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["me", "I did", "it was me", "I finished a book yesterday", "I read one today"])
def test_me_as_an_answer_is_followed_by_asking_the_name(words: str) -> None:
    with conversation(plan()) as talk:
        talk.open()
        assert "name" in answer_to(talk, words)
        assert "Nick is the teller" in answer_to(talk, "Nick")


# --- laying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["the fox and the memory", "I take the memory and the fox", "the fox and my memory"])
def test_both_cards_of_a_double_banner_are_laid_in_one_sentence(talk: Conversation, words: str) -> None:
    assert "Julie" in answer_to(talk, words)
    assert talk.game_topic is not None
    laid = talk.game_topic.table.state.laid["Nick"]
    assert laid == ("honest fox", "birthday memory")


@pytest.mark.parametrize(
    "words", ["what is missing", "what do we need", "read the page again", "what is the page", "the page please"]
)
def test_open_page_and_its_banners_are_repeated_on_request(talk: Conversation, words: str) -> None:
    answer = answer_to(talk, words)
    assert "somebody with a crown, who had something to be proud of" in answer
    assert "character" in answer
    assert phase(talk) is Phase.LAYING


def test_choices_while_laying_are_in_the_hand(talk: Conversation) -> None:
    assert "a painfully honest fox" in answer_to(talk, "what are the choices")


# --- picking -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["the second and the fifth", "the second one and the fifth one", "I take number two and five", "two and five"],
)
def test_both_cards_are_picked_in_one_sentence(picking: Conversation, words: str) -> None:
    answer_to(picking, words, "nothing")
    assert picking.game_topic is not None
    assert picking.game_topic.table.state.book[0].teller == "Lily"


def test_chosen_action_is_not_listed_like_a_thing() -> None:
    """Listing it like a thing would give "the wizard and told half a joke"."""
    game = with_words()
    tell_on(game, 4)
    lay_all(game)
    assert game.state.banners == (CardKind.CHARACTER, CardKind.ACTION)
    (ask,) = host_of("storyline").questions(game.state, content())
    character, action = (row[0] for row in game.state.rows.values())
    *_, words = ask.main_answer.slots
    assert words.prompt_given is not None
    told = LineRenderer("en", "storyline").render(words.prompt_given({"symbol": character, "symbol2": action}))
    who, did = (phrase_of(game.state.face_up[symbol]) for symbol in (character, action))
    assert told.startswith(f"The {who}, and the action: {did}!")


# --- what was told, and by whom ----------------------------------------------------------------


def test_story_so_far_names_the_teller_of_an_embellishment(picking: Conversation) -> None:
    answer_to(picking, "one and four", "he was called Bob")
    assert "And Lily added: he was called Bob." in answer_to(picking, "the story so far")


def test_embellishment_keeps_its_tellers_name(own_cards: Conversation) -> None:
    told = answer_to(own_cards, "Lily leaves", "yes", "Nick", "Julie", "a crafty witch", "a very long nose")
    assert "And Lily added: it smells of feet." in told


def test_tokens_are_turned_not_counted_on_the_last_page() -> None:
    """The bear trap snaps right afterwards, so a number would be outdated when players hear it."""
    game = with_words(WantedFirst(BEAR_TRAP))
    tell(game, "Julie", "Nick")  # Julie gets the first token, the bear trap
    tell_on(game, 12)
    lay_all(game)
    state = game.state
    events = game.do(Pick(state.teller, symbols_of(game, "Julie")))
    (taken,) = (event for event in events if isinstance(event, TokenTaken))
    assert len(game.state.tokens[taken.seat]) == taken.tokens - 1
    before, after = (storyline.view(each, None) for each in (state, game.state))
    told = {each.id for each in host_of("storyline").narrate(events, before, after, content())}
    assert ("tokens-turned" in told, "token-taken" in told) == (True, False)


# --- own cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["mine", "it was mine", "me", "that is my card"])
def test_mine_as_an_answer_is_followed_by_asking_the_name(own_cards: Conversation, words: str) -> None:
    assert "name" in answer_to(own_cards, words)
    assert "Symbol one was Julie's." in answer_to(own_cards, "Julie")


# --- looking up --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["how many tokens do I have", "who has the most tokens", "the tokens"])
def test_number_of_tokens_can_be_asked_for(picking: Conversation, words: str) -> None:
    assert "token" in answer_to(picking, words)
    assert phase(picking) is Phase.PICKING


def test_naming_another_card_of_the_category_replaces_the_first(picking: Conversation) -> None:
    assert "a painfully honest fox, who had a terrible fear of spoons" in answer_to(
        picking, "the memory", "two and five", "no"
    )
