"""Recollecting a story: the state machine, the conversation about it, and the cast of every story."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.recollect import Recollection, RecollectionTopic, make_hints, make_riddle, pick_two_candidates
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


class RecollectionSession:
    """A conversation about recollecting a story."""

    journal: Journal

    def __init__(self, cast: StoryCast) -> None:
        self.talk = Conversation(self.journal, Content())
        self.talk.talk_about(RecollectionTopic.about(cast, self._over))

    def _over(self, reply: Reply) -> Reply:
        return replace(reply, goodbye=True)

    @property
    def topic(self) -> RecollectionTopic:
        topic = self.talk.topic
        assert isinstance(topic, RecollectionTopic)
        return topic

    @property
    def counted(self) -> tuple[int, int]:
        return self.topic.state.remembered_count, self.topic.state.settled_count

    @property
    def done(self) -> bool:
        return self.talk.done


@pytest.fixture(scope="module", autouse=True)
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with Journal.open(tmp_path_factory.mktemp("home") / "narrator.sqlite") as RecollectionSession.journal:
        yield


def replies_to(talk: RecollectionSession, *answers: str) -> str:
    """Return what the narrator says after these answers."""
    return " ".join(said.text for answer in answers for said in talk.talk.hear(answer))


def start_recollection(cast: StoryCast = CAST) -> RecollectionSession:
    return RecollectionSession(cast)


# --- the state machine ---------------------------------------------------------------------------


def test_hints_get_easier_until_the_answer_is_given() -> None:
    state, _ = Recollection(CAST).begin()
    given_: list[str] = []
    for _ in range(4):
        state, lines = state.give_hint()
        given_ += [line.id for line in lines]
    assert given_ == ["hint-picture", "hint-sound", "hint-two", "told-kindly", "it-went", "ask-who"]
    assert (state.remembered_count, state.settled_count) == (0, 1)


def test_wrong_name_leads_to_the_next_hint() -> None:
    state, _ = Recollection(CAST).begin()
    state, lines = state.answer_name("goose")
    assert [line.id for line in lines] == ["somebody-else", "hint-picture"]
    state, lines = state.answer_name("owl")
    assert [line.id for line in lines] == ["found", "ask-happened"]
    assert (state.remembered_count, state.settled_count) == (1, 1)


STEPS = st.sampled_from(["owl", "frog", "goose", "help", "tell", "pass", "stop"])


@given(st.lists(STEPS, max_size=40))
@settings(max_examples=200, deadline=None)
def test_recollection_ends_and_its_counts_stay_in_range(steps: list[str]) -> None:
    state, _ = Recollection(CAST).begin()
    for step in [*steps, *["help"] * 12]:
        if state.is_over:
            break
        before = state
        match step:
            case "help":
                state, lines = state.give_hint()
            case "tell" if state.awaits_story:
                state, lines = state.accept_story("it was so")
            case "tell" | "pass":
                state, lines = state.skip()
            case "stop":
                state, lines = state.stop()
            case name:
                state, lines = state.answer_name(name)
        assert lines or state == before
        assert before.remembered_count <= state.remembered_count <= state.settled_count <= len(CAST.members)
    assert state.is_over


def test_two_candidates_are_the_right_one_and_one_not_in_the_story() -> None:
    for member in CAST.members:
        choices = pick_two_candidates(member, CAST)
        assert choices is not None
        assert member.subject in choices
        assert {known.name for known in choices} & {"goose", "zebra"}
        assert choices == pick_two_candidates(member, CAST)


def test_riddle_never_contains_the_name() -> None:
    for character in load_content().characters:
        known = CardSubject(character.name, "", character.aliases, character.picture)
        said = make_riddle(known)
        assert said, character.name
        assert not any(contains_words(said, word) for word in (character.name, *character.aliases)), said
        assert not said.startswith(",")


# --- the conversation ----------------------------------------------------------------------------


def test_whole_recollection() -> None:
    talk = start_recollection()
    assert "bow tie" in replies_to(talk, "the owl", "It yawned all night at the gate.", "the goose")
    assert "frog" in replies_to(talk, "toad")
    last = replies_to(talk, "you tell")
    assert talk.done
    assert talk.counted == (2, 2)
    assert "both" in last
    assert "a piece" in last


def test_name_and_story_may_come_in_one_sentence() -> None:
    talk = start_recollection()
    said = replies_to(talk, "It was the owl, who yawned at the gate")
    assert "brave cook" in said  # the next question
    assert talk.counted == (1, 1)


@pytest.mark.parametrize("words", ["I don't know", "i dont know", "no idea", "hint", "we forgot", "I do not remember"])
def test_not_knowing_gets_a_hint(words: str) -> None:
    assert "glasses" in replies_to(start_recollection(), words)


def test_candidates_can_be_chosen_by_position() -> None:
    for which in ("the first one", "number two", "the second"):
        talk = start_recollection()
        offer = replies_to(talk, "hint", "hint", "hint")
        right = (
            "first" in which if offer.index("owl") < offer.index(wrong_candidate_in(offer)) else "first" not in which
        )
        replies_to(talk, which)
        assert talk.counted == (int(right), 1)


def wrong_candidate_in(offer: str) -> str:
    return "goose" if "goose" in offer else "zebra"


def test_near_miss_is_asked_about() -> None:
    talk = start_recollection(CAST)
    assert "zebra" in replies_to(talk, "the zebrah")
    assert talk.counted == (0, 0)
    assert "owl" in replies_to(talk, "no", "the owl")
    assert talk.counted == (1, 1)


def test_uncertain_utterance_is_asked_about() -> None:
    talk = start_recollection()
    for doubt in (("the owl", "the goose"), ("the owl",)):
        asked = " ".join(said.text for said in talk.talk.doubt(doubt))
        assert asked.endswith("?")
        assert talk.counted == (0, 0)
    replies_to(talk, "yes")
    assert talk.counted == (1, 1)


def test_repeat_and_help() -> None:
    talk = start_recollection()
    first = replies_to(talk, "hint")
    assert replies_to(talk, "repeat").startswith(first)
    shown = replies_to(talk, "help")
    for phrase in re.findall("“(.+?)”", shown):
        again = start_recollection()
        assert "catch" not in replies_to(again, phrase), phrase
    assert "owl" not in shown  # not the answer


def test_stop_ends_with_the_count() -> None:
    talk = start_recollection()
    assert "will wait on its shelf" in replies_to(talk, "stop")
    assert talk.done
    later = start_recollection()
    replies_to(later, "the owl", "you tell")
    assert "remembered it" in replies_to(later, "that's enough")


@pytest.mark.parametrize(("said", "over"), [("what comes next?", False), ("stop remembering", True), ("why?", False)])
def test_request_is_not_taken_as_a_story(said: str, over: bool) -> None:
    talk = start_recollection()
    replies_to(talk, CAST.members[0].subject.name)
    assert talk.topic.state.awaits_story
    replies_to(talk, said)
    assert talk.done is over
    assert talk.topic.state.story_count == 0


def test_misunderstood_answers_get_another_question_then_a_hint() -> None:
    talk = start_recollection()
    first, second = replies_to(talk, "mumble"), replies_to(talk, "mumble")
    assert first != second
    assert "glasses" in second


def test_every_quoted_phrase_in_the_lines_is_understood() -> None:
    written = (Path(__file__).parents[2] / "content/en/lines/recollect.ftl").read_text("utf-8")
    for phrase in set(re.findall("“([^{}”]+)”", written)):
        who, telling = start_recollection(), start_recollection()
        replies_to(telling, "owl")
        asked = start_recollection()
        replies_to(asked, "the zebrah")
        heard = [replies_to(talk, phrase) for talk in (who, telling, asked)]
        assert any("catch" not in each and not each.startswith("“Yes”") for each in heard), phrase


NAME_ANSWERS = (
    "the owl",
    "frog",
    "it was the goose",
    "the zebrah",
    "the first one",
    "It sang all day long",
    "",
    "🦔",
    "mumble",
)
OTHER_ANSWERS = ("hint", "next", "help", "repeat", "yes", "no", "softer", "slower", "who was it", "stop")
WORDS = st.sampled_from((*NAME_ANSWERS, *OTHER_ANSWERS))


@given(st.lists(WORDS, max_size=15))
@settings(max_examples=40, deadline=None)
def test_every_answer_gets_a_reply_that_blames_no_player(answers: list[str]) -> None:
    talk = start_recollection()
    for answer in answers:
        if talk.done:
            break
        said = replies_to(talk, answer)
        assert said
        assert not BLAME.search(said), said
        assert "none" not in said


# --- the cast of every story ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture(scope="module")
def casts(content: Content, tmp_path_factory: pytest.TempPathFactory) -> list[StoryCast]:
    """Return the cast of every story and of every fairy tale, from one game each."""
    with Journal.open(tmp_path_factory.mktemp("casts") / "narrator.sqlite") as journal:
        numbers = [play_story(journal, content, story) for story in content.stories]
        seats = (LILY, NICK, JULIE)
        numbers += [
            play_randomly(journal, content, Plan("storyline", None, seats, story=deck, seed=deck))
            for deck in content.decks
        ]
        return [build_cast(replay_game(journal.read(number)), content) for number in numbers]


def test_every_chosen_card_is_asked_for(casts: list[StoryCast]) -> None:
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


def test_questions_and_hints_do_not_contain_the_answer(casts: list[StoryCast]) -> None:
    words = LineRenderer("en", "recollect")
    for cast in casts:
        state = Recollection(cast)
        for at, member in enumerate(cast.members):
            asked = words.render(Recollection(cast, index=at).repeat_question())
            assert not contains_words(asked, member.subject.name), asked
            assert len(make_hints(member, cast)) >= 2
            for hint in make_hints(member, cast)[:-1]:
                assert not contains_words(words.render(hint), member.subject.name), words.render(hint)
        assert not state.is_over


def test_all_right_answers_count_all_members(casts: list[StoryCast]) -> None:
    for cast in casts:
        talk = start_recollection(cast)
        for member in cast.members:
            replies_to(talk, member.subject.spoken)
            if talk.topic.free:
                replies_to(talk, "That was a long and lovely evening")
        assert talk.done
        assert talk.counted == (len(cast.members),) * 2


def test_any_card_name_is_understood(casts: list[StoryCast]) -> None:
    for cast in (casts[0], casts[-1]):
        for known in Random(1).sample(list(cast.candidates[cast.members[0].kind]), 10):
            assert "catch" not in replies_to(start_recollection(cast), known.spoken), known


def test_unfinished_game_has_no_cast(content: Content, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        begun = play_randomly(journal, content, Plan("storytellers", "basic", (LILY, NICK, JULIE), seed="b"), moves=0)
        with pytest.raises(NoCast, match="not over yet"):
            build_cast(replay_game(journal.read(begun)), content)


def test_table_cards_are_recollected_by_their_given_names(content: Content, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        plan = Plan("storytellers", "youngest", (LILY, NICK), cards=CardSource.TABLE, seed="own")
        cast = build_cast(replay_game(journal.read(play_randomly(journal, content, plan))), content)
    talk = start_recollection(cast)
    replies_to(talk, cast.members[0].subject.spoken)
    assert talk.counted == (1, 1)


def test_every_summary_line_has_words() -> None:
    words = LineRenderer("en", "recollect")
    for count, asked in ((0, 3), (1, 1), (1, 3), (2, 2), (3, 3)):
        state = Recollection(CAST, settled_count=asked, remembered_count=count, story_count=count)
        for line in state.stop()[1]:
            said = words.render(line)
            assert said
            assert "{" not in said
    assert words.render(Line("hint-sound", {"one": "3", "two": "3d"})).endswith("3.")
