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
from narrator.language.content.markup import text_in_play
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.renderer import LineRenderer
from tests.games.test_storyline import WantedFirst, begin, lay_all, symbols_of, tell, tell_on
from tests.support.conversations import answer_to
from tests.support.playouts import ScriptedGame
from tests.support.tables import content, conversation

NAMES = ("Lily", "Nick", "Julie", "Dylan")


def plan(**more: Any) -> Plan:
    more = {"privacy": Privacy.OPEN, "seed": "tale", "story": "the-missing-snore", **more}
    return Plan("storyline", "basic", tuple(Seat(name) for name in NAMES), **more)


@pytest.fixture
def talk() -> Iterator[Conversation]:
    """Start a game where Lily tells.

    Nick has a dentist, a grandmother, a wink and an allergy; Julie a mermaid, a wizard, a weakness and a knee.
    """
    with conversation(plan()) as open_table:
        open_table.open()
        answer_to(open_table, "Lily")
        yield open_table


@pytest.fixture
def picking(talk: Conversation) -> Conversation:
    """Lay all cards: characters on one to three, features on four to six."""
    answer_to(talk, "the dentist", "the wink", "the wizard", "the knee", "the fox", "the memory")
    return talk


@pytest.fixture
def own_cards() -> Iterator[Conversation]:
    with conversation(plan(cards=CardSource.TABLE)) as table:
        table.open()
        answer_to(table, "Lily", "ready", "one and five", "it smells of feet")
        yield table


def with_words(luck: Any = None) -> ScriptedGame:
    """Start a game by moves, with the content's tale and cards. The first player tells."""
    chosen = host_of("storyline").build_options(plan(), content())
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


# --- which tale, and which cards ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "tale"),
    [
        ("the one about the dragons", "No Fire Indoors"),
        ("can we play the tale with the wedding please", "Everything Went Perfectly"),
        ("we want a story about a very small kingdom", "Please Mind the Kingdom"),
        ("the tale about the trial", "Who Stole One O'Clock"),
    ],
)
def test_tale_is_chosen_by_what_it_is_about(words: str, tale: str) -> None:
    with conversation(plan()) as talk:
        talk.open()
        assert tale in answer_to(talk, words)
        assert f"The tale is called {tale}" in answer_to(talk, "yes")


def test_word_of_a_topic_alone_chooses_no_tale() -> None:
    with conversation(plan()) as talk:
        talk.open()
        assert "Still Warm" not in answer_to(talk, "winter")


def test_game_has_twenty_cards_of_each_category() -> None:
    one, other = (host_of("storyline").build_options(plan(seed=seed), content()) for seed in ("one", "other"))
    assert {len(cards) for cards in one.story_cards.values()} == {20}
    assert one.story_cards != other.story_cards


# --- who begins --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["me", "I did", "it was me", "I finished a book yesterday", "I read one today"])
def test_me_as_an_answer_is_followed_by_asking_the_name(words: str) -> None:
    with conversation(plan()) as talk:
        talk.open()
        assert "name" in answer_to(talk, words)
        assert "Nick is the teller" in answer_to(talk, "Nick")


# --- laying ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["the dentist and the wink", "I take the wink and the dentist", "the dentist and my wink"]
)
def test_both_cards_of_a_double_banner_are_laid_in_one_sentence(talk: Conversation, words: str) -> None:
    assert "Julie" in answer_to(talk, words)
    assert talk.game_topic is not None
    laid = talk.game_topic.table.state.laid["Nick"]
    assert laid == ("crocodile dentist", "mighty wink")


@pytest.mark.parametrize(
    "words", ["what is missing", "what do we need", "read the page again", "what is the page", "the page please"]
)
def test_open_page_and_its_banners_are_repeated_on_request(talk: Conversation, words: str) -> None:
    answer = answer_to(talk, words)
    assert "somebody with a crown, who had something to be proud of" in answer
    assert "character" in answer
    assert phase(talk) is Phase.LAYING


def test_choices_while_laying_are_in_the_hand(talk: Conversation) -> None:
    assert "A crocodile dentist" in answer_to(talk, "what are the choices")


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
    assert "a crocodile dentist, who had a singing knee" in answer_to(picking, "the memory", "two and five", "no")


# --- pages and rows ----------------------------------------------------------------------------------


def test_each_row_on_the_table_begins_at_one(picking: Conversation) -> None:
    told = answer_to(picking, "what are the options")
    rows = picking.game_topic.table.state.rows
    assert told.count(": one of three.") == len(rows) == 2
    assert "five" not in told
    answer_to(picking, "two", "two")
    assert picking.game_topic.now.filled == {"symbol": 2, "symbol2": 5}


def test_filled_page_repeats_only_what_has_changed_after_the_first_page(picking: Conversation) -> None:
    first = answer_to(picking, "one and one", "nothing")
    cards = content().decks[picking.game_topic.table.state.options.tale].cards
    unchanged = split_sentences(text_in_play(cards[0], {}))[-1]
    assert unchanged in first
    page = split_sentences(answer_to(picking, "the page again"))
    while picking.game_topic.table.state.phase is Phase.LAYING:
        answer_to(picking, "one")
    filled = answer_to(picking, "one", "nothing")
    told = filled[: filled.index("That card was")]
    assert sum(sentence in told for sentence in page) == 0
    assert len(split_sentences(told)) < len(page)
