"""Make a story in a conversation: ideas, changes of mind, silence, long talk, full disks and kills."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.apps.check.run import check_content
from narrator.apps.demo.guests import Guest
from narrator.core.errors import DiskFull
from narrator.core.game import Seat, SpokenWords
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import MAX_WAITING_CUES, Session
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import load_family_content, made_folder
from narrator.speech.pcm import Pcm
from narrator.speech.ports import TroubleReported, UtteranceHeard
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.made_packs import choose_voices, pack_files, story_name, write_missing_packs
from narrator.storage.table import Table
from tests.support.conversations import answer_to as hear
from tests.support.sessions import FakeSpeaker, RecordingScreen
from tests.support.tables import content

CHILDREN = (Seat("Lily", 6), Seat("Tom", 8))
ANSWERS = (
    *("um my cat Minka", "to fly", "the moon!!", "a really big dog", "two mice", "it rains", "they sing"),
    *("and they all go home", "Minka and the Rain"),
)
SOUND = Pcm(np.arange(1600, dtype=np.int16), 16_000)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@contextmanager
def making(home: Path, *said: str, seats: tuple[Seat, ...] = CHILDREN, resume: int | None = None) -> Iterator[Any]:
    """Begin a journey, or resume a making, and say these things."""
    plan = Plan() if resume else Plan("making", None, seats, story="journey", privacy=Privacy.OPEN, seed="a seed")
    with Journal.open(home / "narrator.sqlite") as journal:
        talk = Conversation(journal, content(), plan)
        opened = talk.open() if resume is None else talk.resume(resume)
        talk.first_words = " ".join(line.text for line in opened)  # type: ignore[attr-defined]
        for words in said:
            hear(talk, words)
        yield talk
        talk.close()


def parts(talk: Conversation) -> list[str]:
    assert talk.game_topic is not None
    return [part.words.text for part in talk.game_topic.state.parts]


def speak(talk: Conversation, text: str, store: Any = None) -> str:
    """Say this with the voice of a child, and return the answer."""
    screen = RecordingScreen()
    session = Session(talk, [], screen, None, store or keep_clip)
    session.take(UtteranceHeard(text, SOUND, is_spoken=True))
    return " ".join(screen.lines)


def keep_clip(sound: Pcm, words: str, game: int | None) -> str:
    return Clips().keep(sound.samples, sound.rate, words=words, game=game)


def test_story_is_made_checked_played_told_and_forgotten(home: Path) -> None:
    with making(home, *ANSWERS[:-1]) as talk:
        told = hear(talk, ANSWERS[-1])
    assert "Who? My cat Minka." in told
    assert "Minka knew exactly where: the moon!" in told
    pack = pack_files(1)["stories"].parents[2]
    assert check_content(pack).findings == ()
    story = load_family_content().stories[story_name(1)]
    assert (story.title, story.makers, len(story.cards)) == ("Minka and the Rain", ("Lily", "Tom"), 6)
    with Journal.open(home / "narrator.sqlite") as journal:
        library = Library(journal, content())
        assert library.story(1).makers == ("Lily", "Tom")
        library.forget(1)
    assert not pack.exists()


def test_finished_story_is_proposed_in_the_same_evening(home: Path) -> None:
    with making(home, *ANSWERS) as talk:
        assert "Minka and the Rain" in hear(talk, "play Minka and the Rain")


def test_title_of_ours_gets_the_makers_names(home: Path) -> None:
    with making(home, *ANSWERS[:-1], "soup for the moon"):
        pass
    assert load_family_content().stories[story_name(1)].title == "Soup for the moon, by Lily and Tom"


@pytest.mark.parametrize("said", ["I don't know", "no idea", "give me an idea"])
def test_unsure_child_hears_three_ideas_and_may_count_them(home: Path, said: str) -> None:
    with making(home) as talk:
        hear(talk, said)
        ideas = talk.game_topic.state.shown_ideas
        assert len(ideas) == 3
        hear(talk, "the second one")
        assert parts(talk) == [ideas[1]]


def test_you_choose_again_and_my_brothers_turn_work(home: Path) -> None:
    with making(home) as talk:
        assert "Who is our story about?" in hear(talk, "again")
        assert "Tom" in hear(talk, "my brother's turn")
        assert talk.game_topic.asked == "Tom"
        hear(talk, "you choose")
        assert len(parts(talk)) == 1


def test_no_wait_takes_the_last_answer_back(home: Path) -> None:
    with making(home, "a dog") as talk:
        hear(talk, "no, wait")
        assert parts(talk) == []
        hear(talk, "a cat")
        assert parts(talk) == ["a cat"]


def test_spoken_answer_is_read_back_and_kept_with_its_recording(home: Path) -> None:
    with making(home) as talk:
        assert "A snail who wants to fly. " in speak(talk, "A snail who wants to fly.")
        assert parts(talk) == []
        hear(talk, "yes")
        (part,) = talk.game_topic.state.parts
        assert part.words.sound in set(Clips())


def test_transcript_denied_twice_is_kept_as_a_recording(home: Path) -> None:
    with making(home) as talk:
        speak(talk, "A snake who wants to fry.")
        assert "Who is our story about?" in hear(talk, "no")
        speak(talk, "A snare who wants a fly.")
        assert "voice" in hear(talk, "no")
        (part,) = talk.game_topic.state.parts
        assert part.misheard


def test_correction_replaces_the_answer_that_was_read_back(home: Path) -> None:
    with making(home) as talk:
        speak(talk, "A snake who wants to fry.")
        hear(talk, "no, a snail who wants to fly")
        assert parts(talk) == ["a snail who wants to fly"]


def test_answer_that_begins_with_no_is_kept_whole(home: Path) -> None:
    with making(home, "no one at all") as talk:
        assert parts(talk) == ["no one at all"]


def test_name_of_a_player_may_be_the_hero(home: Path) -> None:
    with making(home, "Lily and the dragon", "Tom") as talk:
        assert parts(talk) == ["Lily and the dragon", "Tom"]


def test_swear_words_and_other_languages_are_kept(home: Path) -> None:
    with making(home, "a damn goat", "eine rote Mütze") as talk:
        assert parts(talk) == ["a damn goat", "eine rote Mütze"]


def test_whole_story_in_one_breath_is_offered_back_piece_by_piece(home: Path) -> None:
    breath = "There was a snail in the garden. It wanted to fly to the moon. It lived behind the garden shed."
    with making(home, breath) as talk:
        assert parts(talk) == ["There was a snail in the garden."]
        assert "It lived behind the garden shed." in hear(talk, "yes")
        hear(talk, "yes")
        assert len(parts(talk)) == 3


def test_silent_child_is_asked_in_easier_words(home: Path) -> None:
    with making(home) as talk:
        speaker, screen = FakeSpeaker(), RecordingScreen()
        session = Session(talk, [], screen, speaker)
        for _ in range(MAX_WAITING_CUES + 2):
            session.remind_of_waiting()
            speaker.waiting.clear()
        assert screen.lines == [talk.game_topic.words.render(talk.game_topic.easier_question)]


def test_ten_minutes_of_talk_make_one_answer_and_one_recording(home: Path) -> None:
    with making(home) as talk:
        for piece in range(40):
            speak(talk, f"and then they went on and on, piece {piece}")
        assert len(list(Clips())) == 1
        hear(talk, "yes")
        assert parts(talk) == ["and then they went on and on, piece 0"]


def test_full_disk_loses_the_recording_but_not_the_words(home: Path) -> None:
    def fail(*_: object) -> str:
        raise DiskFull("The disk is full.")

    with making(home) as talk:
        assert "The disk is full." in speak(talk, "A snail.", fail)
        assert parts(talk) == ["A snail."]


def test_pack_that_could_not_be_written_is_written_at_the_next_start(home: Path) -> None:
    home.mkdir()
    made_folder().write_text("in the way")
    with making(home, *ANSWERS[:-1]) as talk:
        assert "story by Lily and Tom" in hear(talk, ANSWERS[-1])
        hear(talk, "new game")
    made_folder().unlink()
    with Journal.open(home / "narrator.sqlite") as journal:
        write_missing_packs(journal)
    assert pack_files(1)["stories"].is_file()


def test_making_goes_on_by_typing_when_the_microphone_is_gone(home: Path) -> None:
    with making(home, "a dog") as talk:
        screen = RecordingScreen()
        session = Session(talk, [], screen, None, keep_clip)
        session.take(TroubleReported("The microphone is gone."))
        session.take(UtteranceHeard("to fly"))
        assert "The microphone is gone." in screen.lines
        assert parts(talk) == ["a dog", "to fly"]


@pytest.mark.parametrize("answered", range(9))
def test_kill_at_any_question_goes_on_at_the_same_question(home: Path, answered: int) -> None:
    with making(home, *ANSWERS[:answered]) as talk:
        speak(talk, ANSWERS[answered])
        state, filled = talk.game_topic.state, talk.game_topic.now.filled
        asked = talk.game_topic.now.side_question.question.id
    with making(home, resume=1) as talk:
        assert (talk.game_topic.state, talk.game_topic.now.filled) == (state, filled)
        assert talk.game_topic.now.side_question.question.id == asked


def test_library_tells_a_stopped_story_as_far_as_it_goes(home: Path) -> None:
    with making(home, *ANSWERS[:3], "stop for today", "yes"), Journal.open(home / "narrator.sqlite") as journal:
        story = Library(journal, content()).story(1)
    text = " ".join(sentence.text for chapter in story.chapters for sentence in chapter.sentences)
    assert "Minka knew exactly where: the moon!" in text
    assert "$" not in text
    assert not story.finished


def test_library_plays_the_childs_voice_or_reads(home: Path) -> None:
    with making(home) as talk:
        for answer in ANSWERS:
            speak(talk, answer)
            hear(talk, "yes")
    with Journal.open(home / "narrator.sqlite") as journal:
        library = Library(journal, content(), Clips())
        assert count_clips(library) == len(ANSWERS) - 1  # the title is not part of the text
        choose_voices(journal, 1, own=False)
        assert count_clips(library) == 0


def count_clips(library: Library) -> int:
    return sum(sentence.clip is not None for chapter in library.story(1).chapters for sentence in chapter.sentences)


def test_voice_is_chosen_by_voice_after_the_story(home: Path) -> None:
    with making(home, *ANSWERS) as talk:
        hear(talk, "you read it")
        with Journal.open(home / "narrator.sqlite") as journal:
            assert len(journal.read(1).moves) == len(ANSWERS) + 1


def test_forgetting_a_child_keeps_the_parts_of_the_others(home: Path) -> None:
    with making(home) as talk:
        for answer in ANSWERS:
            speak(talk, answer)
            hear(talk, "yes")
    with Journal.open(home / "narrator.sqlite") as journal:
        library = Library(journal, content(), Clips())
        found = library.find_player("tom")
        assert (found.games, len(found.makings)) == ((), 1)
        library.forget_player(found)
        with Table.resume(journal, 1) as table:
            state = table.state
        assert {part.seat for part in state.parts} == {"Lily"}
        assert state.parts[0].words.text == ANSWERS[0]
        assert state.parts[1].words.text != ANSWERS[1]
        assert set(Clips()) == {part.words.sound for part in state.parts if part.words.sound}
        assert library.story(1).makers == ("Lily",)
        assert not any("tom" in text.lower() for text in journal.raw_texts(1))
    assert load_family_content().stories[story_name(1)].makers == ("Lily",)


def test_making_begins_in_the_middle_of_another_game(home: Path) -> None:
    plan = Plan("cat_dice", None, CHILDREN, seed="a seed")
    with Journal.open(home / "narrator.sqlite") as journal:
        talk = Conversation(journal, content(), plan, practice=False)
        talk.open()
        guest = Guest(random.Random(1))
        while talk.game_topic is not None and not talk.game_topic.now.moved:
            hear(talk, guest.answer(talk))
        assert "story of your own" in hear(talk, "let's make a story")
        assert "What" in hear(talk, "yes")
        assert talk.game_topic is not None
        assert [seat.name for seat in talk.game_topic.state.seats] == ["Lily", "Tom"]
        assert talk.game == "making"
        talk.close()


def test_damaged_pack_does_not_stop_the_program(home: Path) -> None:
    with making(home, *ANSWERS):
        pass
    pack_files(1)["stories"].write_text("title: [", encoding="utf-8")
    assert story_name(1) not in load_family_content().stories


def test_part_without_a_transcript_is_kept_as_a_recording(home: Path) -> None:
    with making(home) as talk:
        assert "voice" in speak(talk, "")
        hear(talk, "yes")
        assert talk.game_topic.state.parts[0].words == SpokenWords(None, next(iter(Clips())))
