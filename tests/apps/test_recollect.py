"""Remembering together: the machine, the talk around it, and the cast of every story there is."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.recollect import Recollecting, Recollection, hints, riddle, two
from narrator.core.cards import CardKind
from narrator.core.game import CardSource
from narrator.dialog.conversation import Conversation
from narrator.dialog.topic import Reply
from narrator.games.hosting.cast import CardSubject, CastMember, NoCast, StoryCast, contains_words
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content, load_content
from narrator.language.language import get_language
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer
from narrator.storage.journal import Journal
from narrator.storage.library.retelling import build_cast, replay_game
from tests.apps.bedtime.helpers import JULIE, LILY, NICK, play_randomly, play_story

BLAME = re.compile(r"\b(wrong|incorrect|mistake|false|lost|fail\w*|bad|Lily|Nick|Julie)\b", re.IGNORECASE)

OWL = CardSubject("owl", "the owl", ("night bird",), "an owl who needs three pairs of glasses to find the fourth")
FROG = CardSubject("frog", "the frog", ("toad",), "a frog, bow tie straightened, about to make an important jump")
GOOSE = CardSubject("goose", "the goose")
ZEBRA = CardSubject("zebra", "the zebra")
CAST = StoryCast(
    "The Sock",
    (
        CastMember(
            OWL,
            CardKind.CHARACTER,
            "the tired guard",
            "at the gate",
            told_sentences=("The owl, a tired guard, yawned.",),
        ),
        CastMember(
            FROG,
            CardKind.CHARACTER,
            "the brave cook",
            "in the cellar",
            told_sentences=("The frog, a brave cook, sang.",),
        ),
    ),
    {CardKind.CHARACTER: (OWL, FROG, GOOSE, ZEBRA)},
)


class Evening:
    """Remembering, in the same conversation as everything else."""

    journal: Journal

    def __init__(self, cast: StoryCast) -> None:
        self.talk = Conversation(self.journal, Content())
        self.talk.talk_about(Recollecting.of(cast, self._over))

    def _over(self, reply: Reply) -> Reply:
        return replace(reply, goodbye=True)

    @property
    def topic(self) -> Recollecting:
        topic = self.talk.topic
        assert isinstance(topic, Recollecting)
        return topic

    @property
    def counted(self) -> tuple[int, int]:
        return self.topic.state.remembered, self.topic.state.asked

    @property
    def done(self) -> bool:
        return self.talk.done


@pytest.fixture(scope="module", autouse=True)
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with Journal.open(tmp_path_factory.mktemp("home") / "narrator.sqlite") as Evening.journal:
        yield


def texts(talk: Evening, *answers: str) -> str:
    """What the room hears after these answers."""
    return " ".join(said.text for answer in answers for said in talk.talk.hear(answer))


def opened(cast: StoryCast = CAST) -> Evening:
    return Evening(cast)


# --- the machine ---------------------------------------------------------------------------------


def test_hints_get_easier_until_it_is_told_kindly() -> None:
    state, _ = Recollection(CAST).begin()
    given_: list[str] = []
    for _ in range(4):
        state, lines = state.helped()
        given_ += [line.id for line in lines]
    assert given_ == ["hint-picture", "hint-sound", "hint-two", "told-kindly", "it-went", "ask-who"]
    assert (state.remembered, state.asked) == (0, 1)


def test_somebody_else_leads_to_the_next_hint_and_costs_nothing() -> None:
    state, _ = Recollection(CAST).begin()
    state, lines = state.named("goose")
    assert [line.id for line in lines] == ["somebody-else", "hint-picture"]
    state, lines = state.named("owl")
    assert [line.id for line in lines] == ["found", "ask-happened"]
    assert (state.remembered, state.asked) == (1, 1)


STEPS = st.sampled_from(["owl", "frog", "goose", "help", "tell", "pass", "stop"])


@given(st.lists(STEPS, max_size=40))
@settings(max_examples=200, deadline=None)
def test_it_always_ends_and_never_counts_more_than_there_is(steps: list[str]) -> None:
    state, _ = Recollection(CAST).begin()
    for step in [*steps, *["help"] * 12]:
        if state.over:
            break
        before = state
        match step:
            case "help":
                state, lines = state.helped()
            case "tell" if state.telling:
                state, lines = state.heard("it was so")
            case "tell" | "pass":
                state, lines = state.passed()
            case "stop":
                state, lines = state.stopped()
            case name:
                state, lines = state.named(name)
        assert lines or state == before
        assert before.remembered <= state.remembered <= state.asked <= len(CAST.members)
    assert state.over


def test_the_two_to_choose_from_are_the_right_one_and_a_stranger() -> None:
    for member in CAST.members:
        choices = two(member, CAST)
        assert choices is not None
        assert member.subject in choices
        assert {known.name for known in choices} & {"goose", "zebra"}
        assert choices == two(member, CAST)


def test_a_riddle_never_says_the_name() -> None:
    for character in load_content().characters:
        known = CardSubject(character.name, "", character.aliases, character.picture)
        said = riddle(known)
        assert said, character.name
        assert not any(contains_words(said, word) for word in (character.name, *character.aliases)), said
        assert not said.startswith(",")


# --- the talk ------------------------------------------------------------------------------------


def test_a_whole_round() -> None:
    talk = opened()
    assert "bow tie" in texts(talk, "the owl", "It yawned all night at the gate.", "the goose")
    assert "frog" in texts(talk, "toad")
    last = texts(talk, "you tell")
    assert talk.done
    assert talk.counted == (2, 2)
    assert "both" in last
    assert "a piece" in last


def test_who_and_what_may_be_said_in_one_sentence() -> None:
    talk = opened()
    said = texts(talk, "It was the owl, who yawned at the gate")
    assert "brave cook" in said  # the next question
    assert talk.counted == (1, 1)


@pytest.mark.parametrize("words", ["I don't know", "i dont know", "no idea", "hint", "we forgot", "I do not remember"])
def test_not_knowing_gets_a_hint(words: str) -> None:
    assert "glasses" in texts(opened(), words)


def test_the_two_can_be_chosen_by_their_place() -> None:
    for which in ("the first one", "number two", "the second"):
        talk = opened()
        offer = texts(talk, "hint", "hint", "hint")
        right = "first" in which if offer.index("owl") < offer.index(other_in(offer)) else "first" not in which
        texts(talk, which)
        assert talk.counted == (int(right), 1)


def other_in(offer: str) -> str:
    return "goose" if "goose" in offer else "zebra"


def test_a_near_miss_is_asked_about_and_never_taken() -> None:
    talk = opened(CAST)
    assert "zebra" in texts(talk, "the zebrah")
    assert talk.counted == (0, 0)
    assert "owl" in texts(talk, "no", "the owl")
    assert talk.counted == (1, 1)


def test_what_the_ear_doubts_is_asked_about() -> None:
    talk = opened()
    for doubt in (("the owl", "the goose"), ("the owl",)):
        asked = " ".join(said.text for said in talk.talk.doubt(doubt))
        assert asked.endswith("?")
        assert talk.counted == (0, 0)
    texts(talk, "yes")
    assert talk.counted == (1, 1)


def test_repeat_says_the_same_and_help_says_what_can_be_said() -> None:
    talk = opened()
    first = texts(talk, "hint")
    assert texts(talk, "repeat").startswith(first)
    shown = texts(talk, "help")
    for phrase in re.findall("“(.+?)”", shown):
        again = opened()
        assert "catch" not in texts(again, phrase), phrase
    assert "owl" not in shown  # not the answer


def test_stop_ends_it_with_the_sum() -> None:
    talk = opened()
    assert "will wait on its shelf" in texts(talk, "stop")
    assert talk.done
    later = opened()
    texts(later, "the owl", "you tell")
    assert "remembered it" in texts(later, "that's enough")


def test_what_is_not_understood_is_asked_differently_and_then_helped() -> None:
    talk = opened()
    first, second = texts(talk, "mumble"), texts(talk, "mumble")
    assert first != second
    assert "glasses" in second


def test_every_quoted_phrase_in_the_lines_is_understood() -> None:
    written = (Path(__file__).parents[2] / "content/en/lines/recollect.ftl").read_text("utf-8")
    for phrase in set(re.findall("“([^{}”]+)”", written)):
        who, telling = opened(), opened()
        texts(telling, "owl")
        asked = opened()
        texts(asked, "the zebrah")
        heard = [texts(talk, phrase) for talk in (who, telling, asked)]
        assert any("catch" not in each and not each.startswith("“Yes”") for each in heard), phrase


WHO = ("the owl", "frog", "it was the goose", "the zebrah", "the first one", "It sang all day long", "", "🦔", "mumble")
AROUND = ("hint", "next", "help", "repeat", "yes", "no", "softer", "slower", "who was it", "stop")
WORDS = st.sampled_from((*WHO, *AROUND))


@given(st.lists(WORDS, max_size=15))
@settings(max_examples=40, deadline=None)
def test_whatever_is_said_is_answered_and_nobody_is_blamed(answers: list[str]) -> None:
    talk = opened()
    for answer in answers:
        if talk.done:
            break
        said = texts(talk, answer)
        assert said
        assert not BLAME.search(said), said
        assert "none" not in said


# --- the cast of every story ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture(scope="module")
def casts(content: Content, tmp_path_factory: pytest.TempPathFactory) -> list[StoryCast]:
    """Of every story, in one game each, and of every fairy tale."""
    with Journal.open(tmp_path_factory.mktemp("casts") / "narrator.sqlite") as journal:
        numbers = [play_story(journal, content, story) for story in content.stories]
        seats = (LILY, NICK, JULIE)
        numbers += [
            play_randomly(journal, content, Plan("storyline", None, seats, story=deck, seed=deck))
            for deck in content.decks
        ]
        return [build_cast(replay_game(journal.read(number)), content) for number in numbers]


def test_everybody_who_was_chosen_is_asked_for(casts: list[StoryCast]) -> None:
    for cast in casts:
        assert len(cast.members) >= 5
        for member in cast.members:
            assert bool(member.role) != bool(member.open_sentences), member
            assert member.told_sentences
            assert contains_words(
                " ".join(member.told_sentences),
                get_language().strip_article(member.subject.spoken).removeprefix("the "),
            ), member
            assert all(
                text.count('"') % 2 == 0 for text in (" ".join(member.open_sentences), " ".join(member.told_sentences))
            )


def test_no_question_gives_its_answer_away(casts: list[StoryCast]) -> None:
    words = LineRenderer("en", "recollect")
    for cast in casts:
        state = Recollection(cast)
        for at, member in enumerate(cast.members):
            asked = words.render(Recollection(cast, at=at).again())
            assert not contains_words(asked, member.subject.name), asked
            assert len(hints(member, cast)) >= 2
            for hint in hints(member, cast)[:-1]:
                assert not contains_words(words.render(hint), member.subject.name), words.render(hint)
        assert not state.over


def test_a_table_that_knows_everything_remembers_everything(casts: list[StoryCast]) -> None:
    for cast in casts:
        talk = opened(cast)
        for member in cast.members:
            texts(talk, member.subject.spoken)
            if talk.topic.free:
                texts(talk, "That was a long and lovely evening")
        assert talk.done
        assert talk.counted == (len(cast.members),) * 2


def test_any_name_from_the_box_is_understood(casts: list[StoryCast]) -> None:
    for cast in (casts[0], casts[-1]):
        for known in Random(1).sample(list(cast.candidates[cast.members[0].kind]), 10):
            assert "catch" not in texts(opened(cast), known.spoken), known


def test_a_game_that_is_not_over_says_so(content: Content, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        begun = play_randomly(journal, content, Plan("storytellers", "basic", (LILY, NICK, JULIE), seed="b"), moves=0)
        with pytest.raises(NoCast, match="not over yet"):
            build_cast(replay_game(journal.read(begun)), content)


def test_the_familys_own_cards_are_remembered_by_the_names_they_gave(content: Content, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        plan = Plan("storytellers", "youngest", (LILY, NICK), cards=CardSource.TABLE, seed="own")
        cast = build_cast(replay_game(journal.read(play_randomly(journal, content, plan))), content)
    talk = opened(cast)
    texts(talk, cast.members[0].subject.spoken)
    assert talk.counted == (1, 1)


def test_every_line_has_words() -> None:
    words = LineRenderer("en", "recollect")
    for count, asked in ((0, 3), (1, 1), (1, 3), (2, 2), (3, 3)):
        state = Recollection(CAST, asked=asked, remembered=count, told=count)
        for line in state.stopped()[1]:
            said = words.render(line)
            assert said
            assert "{" not in said
    assert words.render(Line("hint-sound", {"one": "3", "two": "3d"})).endswith("3.")
