"""Storytellers in conversation."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from narrator.core.game import CardSource, Leave, SpokenWords
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.storytellers.moves import Lay, Vote
from narrator.language.content.markup import entrance_sentence, role_words
from narrator.language.understanding.player_list import parse_players
from narrator.language.understanding.understand import Understood
from tests.support.tables import content, conversation


class Table:
    """A conversation driven by a test. `said` is the last answer as one text."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.said = self._text(talk.open())

    def say(self, *texts: str) -> str:
        for text in texts:
            self.said = self._text(self.talk.hear(text))
        return self.said

    def play(self, *moves: object) -> str:
        """Make these moves directly and return what is said about them."""
        answers = [self.talk._perform(self.talk.game_topic.play, move) for move in moves]
        self.said = self._text(said for answer in answers for said in answer)
        return self.said

    def lay_first(self) -> str:
        """Let everyone lay the first card of the hand."""
        return self.play(*(Lay(seat, hand[0]) for seat, hand in self.state.hands.items()))

    def votes(self, **votes: str) -> str:
        """Let each player vote for the card of another."""
        symbols = {owner: symbol for symbol, owner in self.state.owners.items()}
        return self.play(*(Vote(voter, symbols[owner]) for voter, owner in votes.items()))

    @property
    def state(self):
        return self.talk.game_topic.table.state

    @property
    def page(self):
        """The story card of the open page."""
        return content().stories[self.state.options.story.name].card(self.state.card)

    @property
    def role(self) -> str:
        """The open role: "a sleepy night fisher"."""
        return role_words(self.page)

    @staticmethod
    def _text(answer: Iterable) -> str:
        return " ".join(line.text for line in answer)


@contextmanager
def sitting(players: str, mode: str, *, practice: bool = False, **plan: object) -> Iterator[Table]:
    plan = {"privacy": Privacy.OPEN, "seed": "seven", **plan}
    with conversation(Plan("storytellers", mode, parse_players(players), **plan), practice=practice) as talk:
        yield Table(talk)


@pytest.fixture
def basic() -> Iterator[Table]:
    with sitting("Lily 6, Nick 8, Julie 9", "basic", story="soup-for-the-moon") as table:
        yield table


@pytest.fixture
def own_cards() -> Iterator[Table]:
    """Start a game with own cards, at the first page with a role."""
    with sitting("Lily 6, Nick 8, Julie 9", "basic", cards=CardSource.TABLE, story="soup-for-the-moon") as table:
        table.say("a grey cat", "yes")
        yield table


@pytest.fixture
def youngest() -> Iterator[Table]:
    with sitting("Lily 5, Nick 8", "youngest") as table:
        yield table


@pytest.fixture
def fork() -> Iterator[Table]:
    """Start a tricky story and play to its first fork."""
    with sitting("Lily 6, Nick 8, Julie 9", "basic", game_options={"tricky": True}, seed="fork") as table:
        table.lay_first()
        table.votes(Lily="Nick", Nick="Lily", Julie="Nick")
        yield table


# --- laying and reasons ----------------------------------------------------------------------------


def test_unasked_reason_is_ignored(basic: Table) -> None:
    card = basic.state.hands["Lily"][0]
    assert f"Lily: the {card}." in basic.say(f"the {card} because he is sleepy")
    assert (basic.state.laid, basic.state.why) == ({"Lily": (card,)}, {"Lily": None})


def test_not_knowing_is_recorded_as_the_reason(youngest: Table) -> None:
    assert ", Lily? Or" in youngest.say("the first one")
    assert "I don't know." in youngest.say("I don't know")
    assert youngest.state.why["Lily"] == SpokenWords("I don't know")


def test_youngest_hear_the_chosen_card_once(youngest: Table) -> None:
    youngest.say("the first one")
    said = youngest.say("because it is sleepy.")
    assert said.count("Lily") == 1
    assert ": because it is sleepy. For Nick" in said
    youngest.say("the first one")
    assert "it can sing! Lily, who goes into the book?" in youngest.say("it can sing!")
    assert f"Lily: the {youngest.state.face_up[1]}." in youngest.say("the first one")
    assert "You all agree" in youngest.say("I want the first one too")


def test_character_and_entrance_are_narrated_before_the_points(basic: Table) -> None:
    card, winner = basic.page, basic.state.hands["Nick"][0]
    basic.lay_first()
    said = basic.votes(Lily="Nick", Nick="Lily", Julie="Nick")
    opened = basic.state.book[0].character
    first = content().stories[basic.state.options.story.name].cards[0].role
    again = entrance_sentence(card, {card.role: content().character(winner), first: content().character(opened)})
    assert f"the {winner}".lower() in again.lower()
    assert said.index(f"The winner is the {winner}!") < said.index(again) < said.index("point")


def test_youngest_get_a_short_story_with_a_refrain(youngest: Table) -> None:
    story = content().stories[youngest.state.options.story.name]
    assert story.refrain in youngest.said
    assert "page two of six" in youngest.say("which round is it")


# --- the family's own cards ------------------------------------------------------------------------


def test_own_cards_ready_is_answered_once_for_all(own_cards: Table) -> None:
    said = own_cards.say("ready")
    assert "The cards lie on the symbols one to three." in said
    assert "has chosen" not in said
    assert "Thank you" not in said


def test_own_cards_points_are_explained(own_cards: Table) -> None:
    assert "Each vote gives a point to whoever laid the card." in own_cards.say("ready")
    own_cards.say("two", "three", "two", "Lily", "Nick")
    assert "One point for Lily. Two for Nick and Julie." in own_cards.said


def test_name_for_the_book_is_confirmed(own_cards: Table) -> None:
    role = own_cards.role
    own_cards.say("ready", "two", "three", "two", "Lily", "Nick")
    assert "Symbol two has the most votes." in own_cards.said
    assert "the red fox. “Yes” or “no”?" in own_cards.say("The red fox!")
    assert own_cards.say("no").endswith("Who is on symbol two? Say the name of the character.")
    assert "The wolf. Is that right?" in own_cards.say("it's a wolf.")
    said = own_cards.say("yes")
    assert "Into the book goes the wolf!" in said
    assert f"the wolf, {role}" in said
    assert [page.character for page in own_cards.state.book] == ["a grey cat", "a wolf"]


def test_lot_among_own_cards_is_narrated_before_asking_the_name() -> None:
    with sitting("Lily 6, Nick 8", "cooperative", cards=CardSource.TABLE) as table:
        table.say("a grey cat", "yes", "ready", "ready", "one")
        said = table.say("two")
        assert "I draw symbol" in said
        assert said.index("I draw symbol") < said.index("Who is on symbol")
        assert "draw" not in table.say("a wolf", "yes")


@pytest.mark.parametrize(
    ("players", "adds"),
    [
        ("Lily 6, Nick 8", "add two cards from your pile. Shuffle them, and put them on the symbols one to four."),
        ("Lily 6, Nick 8, Julie 9, Tom, Mia", "add one card from your pile. Shuffle them, and put them"),
        ("Lily, Nick, Julie, Tom, Mia, Zoe", "Shuffle them, and put them on the symbols one to six."),
    ],
)
def test_cooperative_family_adds_cards_from_its_own_pile(players: str, adds: str) -> None:
    with sitting(players, "cooperative", cards=CardSource.TABLE) as table:
        assert adds in table.say("a grey cat", "yes")
        assert ("add" in table.said) == ("add" in adds)


def test_own_cards_of_the_youngest_are_laid_in_turn_with_reasons() -> None:
    with sitting("Lily 5, Nick 8", "youngest", cards=CardSource.TABLE) as table:
        table.say("a grey cat", "yes")
        assert f"Lily, put your card for {table.role} on symbol one" in table.said
        assert "face down" not in table.said
        assert "Lily's card is on symbol one: the owl because it is tired." in table.say("the owl because it is tired")
        assert f"And now Nick. Put a card for {table.role} on symbol two" in table.said
        assert "Nick's card is on symbol two. " in table.say("no reason")
        assert "The cards lie on the symbols one and two." in table.said
        assert table.state.why["Lily"] == SpokenWords("the owl because it is tired")
        assert "You all agree on symbol one." in table.say("one", "one")


def test_practice_round_with_own_cards_is_a_whole_round() -> None:
    with sitting("Lily 6, Nick 8, Julie 9", "basic", cards=CardSource.TABLE, practice=True) as table:
        assert "practice round" not in table.say("yes", "a grey cat", "yes")
        table.say("ready", "two", "three", "two", "Lily", "Nick", "a wolf")
        assert "That was the practice round." in table.say("yes")


def test_tied_own_cards_are_offered_by_symbol(own_cards: Table) -> None:
    own_cards.say("ready", "two", "three", "one", "Lily", "Nick")
    assert own_cards.said.endswith("Lily: symbol one, two, or three?")
    assert "So it's symbol two." in own_cards.say("two")


def test_bare_number_does_not_answer_whose_card_it_was(own_cards: Table) -> None:
    own_cards.say("ready", "two", "three", "two", "two")
    assert own_cards.state.owners == {}


def test_own_cards_on_the_table_are_told_on_request(own_cards: Table) -> None:
    own_cards.say("ready")
    assert "symbols" in own_cards.say("what are the options")


# --- ties ------------------------------------------------------------------------------------------


def tied(players: str) -> str:
    with sitting(players, "basic") as table:
        table.lay_first()
        return table.votes(Lily="Nick", Nick="Julie", Julie="Lily")


def test_asking_ages_names_all_candidates_for_youngest() -> None:
    assert "the youngest of Lily, Nick, and Julie gets to choose" in tied("Lily 6, Nick, Julie 9")


def test_tie_reason_is_correct_for_players_of_the_same_age() -> None:
    youngest = tied("Lily 9, Nick 6, Julie 7")
    assert "Nick is the youngest of those with the fewest points, and decides." in youngest
    twins = tied("Lily 9, Nick 6, Julie 6")
    assert "the youngest" not in twins
    assert "Of Nick and Julie, you told me Nick's name first, so Nick decides." in twins


def test_tie_breaker_hears_only_the_tied_cards() -> None:
    with sitting("Lily 6, Nick 8, Julie 9, Dylan 7", "basic") as table:
        table.lay_first()
        table.votes(Lily="Nick", Nick="Julie", Julie="Nick", Dylan="Julie")
        read = table.say("what are the options")
        pictures = {owner: table.state.face_up[symbol] for symbol, owner in table.state.owners.items()}
        assert [owner for owner, name in pictures.items() if name in read.casefold()] == [
            owner for owner in pictures if owner in ("Nick", "Julie")
        ]


# --- where we are ----------------------------------------------------------------------------------


def test_fork_has_no_open_role_and_the_same_page(fork: Table) -> None:
    assert "We're on page two of seven." in fork.say("whose turn is it")
    assert fork.say("what is the role") == "There's no role to cast just now."


def test_options_while_choosing_are_in_the_hand(basic: Table) -> None:
    assert "say “my cards”" in basic.say("what can I choose from")


def test_help_mentions_only_what_the_mode_allows() -> None:
    with sitting("Lily 6, Nick 8", "cooperative") as table:
        table.lay_first()
        assert "not for your own" not in table.say("help")


# --- too few players -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "mode", "told"),
    [
        ("Lily 6, Nick 8", "cooperative", "You have no points, and the game has zero."),
        ("Lily 6, Nick 8, Julie 9", "basic", "Nobody has a point yet."),
        ("Lily 5, Nick 8", "youngest", "Nobody won, nobody lost, and it was a lovely story."),
    ],
)
def test_game_that_ends_early_has_no_winner(players: str, mode: str, told: str) -> None:
    with sitting(players, mode) as table:
        said = table.play(Leave("Nick"))
    assert "There are too few of you to go on" in said
    assert told in said
    assert not [claim for claim in ("And that's our story", "wins", "win together", "a little faster") if claim in said]


# --- what a family says ----------------------------------------------------------------------------


def meant(table: Table, words: str) -> dict[str, object]:
    understood = table.talk.understand(words)
    assert isinstance(understood, Understood), words
    return {"intent": understood.reading.intent, **understood.reading.slots}


@pytest.mark.parametrize(
    "words",
    [
        "I want the {card}",
        "I'd like the {card} please",
        "I think the {card}",
        "um the {card} I think",
        "my {card}",
        "it's the {card}",
        "the {card} is {role}",
        "the {card} should be the {key}",
        "make the {card} the {key}",
        "Lily wants the {card}",
    ],
)
def test_phrases_that_lay_a_card(basic: Table, words: str) -> None:
    card = basic.state.hands["Lily"][0]
    understood = meant(basic, words.format(card=card, role=basic.role, key=basic.page.role))
    assert (understood["intent"], understood["card"]) == ("Lay", card)


@pytest.mark.parametrize(
    "words",
    [
        "first one",
        "I like number one",
        "I'd like number one please",
        "number one I think",
        "I vote one",
        "vote for one",
        "vote one",
        "I'm voting for one",
        "I'd vote for symbol one",
        "I think it's number one",
        "number one is the best",
        "number one because it is funny",
        "one gets my vote",
        "Lily votes one",
        "Lily wants number one",
    ],
)
def test_phrases_that_vote(basic: Table, words: str) -> None:
    basic.lay_first()
    understood = meant(basic, words)
    assert (understood["intent"], understood["symbol"]) == ("Vote", 1)


def test_phrases_that_vote_by_name(basic: Table) -> None:
    basic.lay_first()
    symbol, name = next(iter(basic.state.face_up.items()))
    for words in (
        f"I like the {name}",
        f"the {name} is best",
        f"the {name} because it is funny",
        f"I like the {name} please",
    ):
        assert meant(basic, words) == {"intent": "Vote", "card": symbol}


def test_card_is_recognised_by_its_tag(basic: Table) -> None:
    for card in basic.state.hands["Lily"]:
        assert meant(basic, f"the one {content().character(card).tag}") == {"intent": "Lay", "card": card}
    basic.lay_first()
    symbol, name = next(iter(basic.state.face_up.items()))
    assert meant(basic, f"the {name}, {content().character(name).tag}") == {"intent": "Vote", "card": symbol}


def test_the_last_one_means_the_card_read_last(basic: Table) -> None:
    basic.lay_first()
    assert meant(basic, "I vote for the last one")["card"] == 3


@pytest.mark.parametrize("words", ["you choose", "you decide", "I don't mind", "I don't care", "the book"])
def test_phrases_that_let_the_book_decide(fork: Table, words: str) -> None:
    assert "Lily wants the book to decide." in fork.say(words)


@pytest.mark.parametrize(
    "words", ["I choose the {}", "I vote for the {}", "let's do the {}", "{} please", "the first one"]
)
def test_phrases_that_choose_a_way(fork: Table, words: str) -> None:
    way = fork.page.fork[0].way.removeprefix("the ")
    assert f"Lily wants the {way}." in fork.say(words.format(way))


@pytest.mark.parametrize("words", ["six and a half", "she's six", "I'm six", "Lily is six years old"])
def test_phrases_that_tell_an_age(words: str) -> None:
    with sitting("Lily, Nick, Julie", "basic") as table:
        table.lay_first()
        table.votes(Lily="Nick", Nick="Julie", Julie="Lily")
        assert "Lily is six." in table.say(words)


def test_phrases_that_repeat_the_table(basic: Table) -> None:
    basic.lay_first()
    for words in ("read them again", "which cards are there"):
        assert meant(basic, words)["intent"] == "Options", words
    for words in ("who is on symbol two", "what is number two"):
        assert meant(basic, words) == {"intent": "CardAgain", "card": 2}, words
    assert meant(basic, "what was the role again")["intent"] == "Role"
    assert meant(basic, "read the story again")["intent"] == "Story"


@pytest.mark.parametrize("words", ["the {} is scary", "I like juice", "is the {} nice", "one more cookie please"])
def test_side_talk_lays_no_card(basic: Table, words: str) -> None:
    assert not isinstance(basic.talk.understand(words.format(basic.state.hands["Lily"][0])), Understood)


@pytest.mark.parametrize("words", ["read the page again", "the page again please", "what was on the page"])
def test_page_is_repeated_on_request(basic: Table, words: str) -> None:
    last = basic.page.text.rsplit(".", 2)[-2].strip()
    assert last in basic.said
    assert last in basic.say(words)


def test_leaver_can_come_back() -> None:
    with sitting("Lily 6, Nick 8, Julie 9, Dylan 7", "basic") as table:
        table.say("one", "Dylan leaves", "yes")
        assert "Dylan is staying at the table" in table.say("undo")


@pytest.mark.parametrize(
    ("seats", "words", "extras"), [("Ann, Bob", "make it easier", 1), ("Ann, Bob", "with three cards from the pile", 3)]
)
def test_two_cooperative_players_choose_the_difficulty(seats: str, words: str, extras: int) -> None:
    with conversation(Plan("storytellers", "cooperative", parse_players(seats))) as talk:
        talk.open()
        talk.hear(words)
        talk.hear("yes")
        assert talk.game_topic.table.state.options.extras == extras


@pytest.mark.parametrize("seats", ["Ann 5, Bob 30", "Ann 9, Bob 30"])
def test_cooperative_votes_are_secret_unless_the_players_want_otherwise(seats: str) -> None:
    """Otherwise players could copy the first vote."""
    with conversation(Plan("storytellers", "cooperative", parse_players(seats))) as talk:
        talk.open()
        assert talk.game_topic.setting.privacy is Privacy.BOOTH


def test_reason_with_a_filler_word_is_kept_whole() -> None:
    with sitting("Lily 5, Nick 6", "youngest") as table:
        card = table.state.hands["Lily"][0]
        assert "it is so wise" in table.say(f"the {card} because it is so wise")


def test_newcomer_may_leave_again(basic: Table) -> None:
    basic.say("new player", "Max 7")
    assert basic.state.newcomers
    basic.say("Max leaves", "yes")
    assert not basic.state.newcomers


def test_owner_of_a_card_can_be_corrected(own_cards: Table) -> None:
    own_cards.say("ready", "two", "three", "two", "Lily", "no, Nick")
    assert own_cards.state.owners[1] == "Nick"


def test_child_may_want_its_own_card(youngest: Table) -> None:
    youngest.say("one", "no reason", "two", "no reason")
    mine = youngest.state.face_up[1]
    assert f"Lily: the {mine}." in youngest.say("mine")


# --- the end -----------------------------------------------------------------------------------------


def test_finale_tells_everybodys_points(basic: Table) -> None:
    while basic.talk.game_topic is not None:
        basic.lay_first()
        said = basic.votes(Lily="Nick", Nick="Julie", Julie="Nick")
    end = said[said.index("And that's our story.") :]
    assert "Lily has five points. Nick and Julie win together, with ten points each." in end
