"""The big screen keeps in step with the voice: cards, votes and points appear with the lines that tell of them."""

import json
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

from narrator.apps.window.messages import Page, ShownCard, ShownPlayer
from narrator.apps.window.voice_follower import VoiceFollower
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.showing import Showing
from narrator.speech.pcm import Pcm
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.spoken_output import SpokenOutput
from tests.apps.window.window_session import PICTURES, SEATS, give_clue, open_window_session
from tests.speech.tts.fakes import FakeRenderer

NAMES = ("Lily", "Nick", "Julie")
CARDS = tuple(ShownCard(name=name, number=str(number)) for number, name in enumerate(("the bus", "the moon"), 1))
PLAYERS = tuple(ShownPlayer(name=name, awaited=True, turn=False, phone=False, score=1) for name in NAMES)
GIVING = Page(
    title="Dixit",
    question="Which one fits?",
    lines=(),
    players=PLAYERS,
    clue="a storm",
    size=40,
    theme="evening",
    reader=False,
)
VOTING = replace(GIVING, question="Which is Lily's?", table=CARDS)
TELLING = replace(
    GIVING, question="Nick, which picture?", clue="", players=tuple(replace(each, score=4) for each in PLAYERS)
)
READING = (
    SpokenLine("Nick has chosen.", is_narration=True),
    SpokenLine("A bus: one.", shows=Showing(card=1)),
    SpokenLine("A moon: two.", shows=Showing(card=2)),
    SpokenLine("Which is Lily's?"),
)
REVEAL = (
    SpokenLine("The votes.", is_narration=True),
    SpokenLine("Nick: the bus.", is_narration=True, shows=Showing(votes={"Nick": (1,)}, owners={1: "Julie"})),
    SpokenLine("Lily's was two.", is_narration=True, shows=Showing(votes={"Julie": (2,)}, owners={2: "Lily"})),
    SpokenLine("Three points: Julie.", is_narration=True, shows=Showing(gained={"Julie": 3})),
    SpokenLine("Nick, which picture?"),
)


class Screen:
    """A follower, and the page it shows."""

    def __init__(self, *, voice: bool = True) -> None:
        self.pages: list[Page] = []
        self.follower = VoiceFollower(self.pages.append)
        self.follower.has_voice = voice

    @property
    def page(self) -> Page:
        return self.pages[-1]

    def say(self, page: Page, lines: tuple[SpokenLine, ...]) -> None:
        self.follower.add(page, lines)

    def open_cards(self) -> list[str]:
        return [card.number for card in self.page.table if not card.hidden]


def screen_at_vote(*, voice: bool = True) -> Screen:
    screen = Screen(voice=voice)
    screen.say(GIVING, ())
    screen.say(VOTING, READING)
    screen.follower.catch_up()
    return screen


def test_cards_are_turned_over_as_they_are_read() -> None:
    screen = Screen()
    screen.say(GIVING, ())
    screen.say(VOTING, READING)
    assert screen.page == GIVING
    opened = []
    for line in READING:
        assert screen.follower.begin_line(line.text) == line.text
        opened.append((screen.open_cards(), screen.page.reading))
    assert opened == [([], ""), (["1"], "1"), (["1", "2"], "2"), (["1", "2"], "")]


def test_votes_owners_and_points_appear_one_by_one() -> None:
    screen = screen_at_vote()
    screen.say(TELLING, REVEAL)
    seen = []
    for line in REVEAL:
        screen.follower.begin_line(line.text)
        cards = [(card.owner, card.voters) for card in screen.page.table]
        seen.append((cards, screen.page.players[2].score, screen.page.question))
    no_votes, first = [("", ()), ("", ())], [("Julie", ("Nick",)), ("", ())]
    both = [("Julie", ("Nick",)), ("Lily", ("Julie",))]
    assert seen == [
        (no_votes, 1, ""),
        (first, 1, ""),
        (both, 1, ""),
        (both, 4, ""),
        (both, 4, "Nick, which picture?"),
    ]
    assert screen.page.is_last_round


def test_stopped_voice_brings_the_page_to_the_present() -> None:
    screen = screen_at_vote()
    screen.say(TELLING, REVEAL)
    screen.follower.begin_line(REVEAL[0].text)
    screen.follower.catch_up()
    assert (screen.page.question, screen.page.players) == (TELLING.question, TELLING.players)


def test_end_of_speech_does_not_skip_a_reply_that_was_just_added() -> None:
    screen = Screen()
    screen.say(GIVING, ())
    screen.say(VOTING, READING)
    screen.follower.end_speech()
    assert screen.page == GIVING
    screen.follower.begin_line(READING[0].text)
    screen.follower.end_speech()
    assert screen.page == VOTING


def test_without_a_voice_the_last_round_stays_until_the_next_clue() -> None:
    screen = screen_at_vote(voice=False)
    screen.say(TELLING, REVEAL)
    assert [card.voters for card in screen.page.table] == [("Nick",), ("Julie",)]
    screen.say(replace(TELLING, beside=("Scores.",)), (SpokenLine("Scores."),))
    assert screen.page.is_last_round
    screen.say(replace(TELLING, clue="another"), (SpokenLine("Another clue.", is_narration=True),))
    assert screen.page.table == ()


def test_without_a_voice_a_turned_page_keeps_the_votes_until_an_answer() -> None:
    turned = SpokenLine("The next page.", is_narration=True, shows=Showing(moves_on=True))
    choosing = replace(TELLING, question="Which card?")
    for voice in (True, False):
        screen = screen_at_vote(voice=voice)
        screen.say(choosing, (*REVEAL[:-1], turned, SpokenLine("Which card?")))
        screen.follower.catch_up()
        assert screen.page.is_last_round is not voice
        screen.say(choosing, (SpokenLine("Nick has chosen.", is_narration=True),))
        screen.follower.catch_up()
        assert screen.page.table == ()


def test_repeated_cards_stay_open_and_points_count_once() -> None:
    screen = screen_at_vote()
    screen.say(VOTING, READING)
    screen.follower.begin_line(READING[1].text)
    assert screen.open_cards() == ["1", "2"]
    screen.follower.catch_up()
    for _ in range(2):
        screen.say(TELLING, REVEAL)
        screen.follower.begin_line(REVEAL[3].text)
        assert screen.page.players[2].score == 4
        screen.follower.catch_up()


def test_print_changes_at_once_while_the_voice_is_behind() -> None:
    screen = screen_at_vote()
    screen.say(TELLING, REVEAL)
    screen.follower.begin_line(REVEAL[1].text)
    screen.say(replace(TELLING, size=60), ())
    assert (screen.page.size, screen.page.question) == (60, "")
    screen.follower.catch_up()
    assert (screen.page.size, screen.page.question) == (60, TELLING.question)


def test_line_that_never_reached_the_screen_has_no_caption() -> None:
    assert screen_at_vote().follower.begin_line("Your cards: the owl.") == ""


class SteppingSpeaker(RecordingOutput):
    """Plays a sound only when the test lets it."""

    def __init__(self) -> None:
        super().__init__(1000)
        self.may_play = Semaphore(0)
        self.is_stopped = False

    def play(self, pcm: Pcm) -> float:
        self.is_stopped = False
        while not self.may_play.acquire(timeout=0.01):
            if self.is_stopped:
                return 0.0
        return super().play(pcm)

    def stop(self) -> None:
        self.is_stopped = True
        super().stop()


def is_open(page: dict[str, Any]) -> bool:
    """Return whether all cards on the table lie face up."""
    return bool(page["table"]) and not any(card["hidden"] for card in page["table"])


def test_pages_follow_a_real_session_with_a_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = SteppingSpeaker()
    voice = SpokenOutput([FakeRenderer()], speaker)
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.OPEN)
    with open_window_session(tmp_path, plan, voice=voice) as session:
        screen = session.big_screen().open()
        for words in ("Lily has a clue", "one", "a quiet storm", "one", "one", "one"):
            screen.send(kind="say", text=words)
            said = session.window._said
            while session.window._said is said:
                screen.receive()
        hub, pages = session.window._server.hub, []
        show = hub.show_room_page
        monkeypatch.setattr(hub, "show_room_page", lambda page: [pages.append(page), show(page)])
        speaker.may_play.release(1000)
        while not pages or not is_open(json.loads(pages[-1])):
            screen.receive()
        opened = [sum(not card["hidden"] for card in json.loads(page)["table"]) for page in pages]
        assert list(dict.fromkeys(opened))[-4:] == [1, 2, 3, 4], "one after the other"
        screen.wait_for_page(lambda page: "Lily's" in page["question"] and not page["reading"] and is_open(page))
    voice.close()


def shown_points(page: dict[str, Any]) -> list[str]:
    return [card["number"] for panel in page["panels"] if panel["kind"] == "panel-standing" for card in panel["cards"]]


def test_phones_show_points_with_the_voice_and_questions_at_once(tmp_path: Path) -> None:
    speaker = SteppingSpeaker()
    voice = SpokenOutput([FakeRenderer()], speaker)
    with open_window_session(tmp_path, PICTURES, phones=True, voice=voice) as session:
        phones = give_clue(session, "Nick", "Julie", "Mia")
        others = [phones[name] for name in ("Nick", "Julie", "Mia")]
        lily = phones["Lily"]
        for slot in ("card", "symbol"):
            for phone in others:
                page = phone.wait_for_page(lambda page, slot=slot: [each["name"] for each in page["slots"]] == [slot])
                value = next(n for n, card in enumerate(page["slots"][0]["cards"], 1) if not card["own"])
                phone.send(kind="choose", values={slot: value})
        phones["Nick"].wait_for_page(lambda page: page["slots"] and not page["vote"])  # the next storyteller, at once
        lily.send(kind="look", size=48, theme="day")
        page = lily.wait_for_page(lambda page: page["size"] == 48)
        assert page["panels"] == [], "the voice has not read the cards yet"
        session.big_screen().open().send(kind="say", text="stop")
        lily.wait_for_page(shown_points)
        speaker.may_play.release(1000)
    voice.close()
