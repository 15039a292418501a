"""The ear: from sound to a decision. Most of it with a recogniser that is told what to hear; some with the real one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest

from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr import vosk
from narrator.speech.asr.agreement import Agreement, Opinion
from narrator.speech.asr.listener import Decision, DecisionReason, Listener
from narrator.speech.asr.phrasebook import Guess, Phrasebook, Told, Verdict
from narrator.speech.asr.recording import frames_of
from narrator.speech.asr.vosk import WELL, VoskEar, unhurried, without_endpoints
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import Inbox, InputEnded, TroubleReported, UtteranceHeard

RATE = 16_000
BOOK = Phrasebook(["three", "four", "the owl", "the owl because", "i vote for three"])


class Scripted:
    """Hears one word for each tone: the louder it is, the later in the list."""

    def __init__(self, *words: str, score: float = 0.0) -> None:
        self.words, self.score = words, score
        self.heard: list[str] = []
        self.expected: list[Told] = []
        self.under_way = False
        self._sounding = False

    def expect(self, phrases: Told) -> None:
        assert not self.under_way, "phrases may only change between utterances"
        self.expected.append(phrases)

    def begin(self) -> None:
        self.heard, self.under_way, self._sounding = [], False, False

    def feed(self, samples: Samples) -> None:
        self.under_way = True
        for grain in np.array_split(samples, max(1, len(samples) // 160)):
            loud = bool(np.abs(grain.astype(np.int32)).mean() > 1000)
            if loud and not self._sounding:
                self.heard.append(self.words[len(self.heard) % len(self.words)])
            self._sounding = loud

    def so_far(self) -> str:
        return " ".join(self.heard)

    def finish(self) -> tuple[Guess, ...]:
        self.under_way = False
        return (Guess(" ".join(self.heard), self.score),)


def quiet(seconds: float) -> Samples:
    return np.random.default_rng(1).normal(0, 5, round(seconds * RATE)).astype(np.int16)


def word(seconds: float = 0.4) -> Samples:
    return np.random.default_rng(2).normal(0, 4000, round(seconds * RATE)).astype(np.int16)


def heard(listener: Listener, *pieces: Samples) -> list[Decision]:
    sound = Pcm(np.concatenate(pieces), RATE)
    return [decision for frame in frames_of(sound) for decision in listener.feed(frame)]


def listener(*words: str, book: Phrasebook = BOOK) -> Listener:
    made = Listener(Scripted(*words))
    made.expect(book)
    return made


def test_a_phrase_that_cannot_go_on_is_decided_at_once() -> None:
    (decision,) = heard(listener("three"), quiet(1), word(), quiet(1))
    assert (decision.text, decision.accepted, decision.reason) == ("three", True, DecisionReason.PHRASE)
    assert decision.end_of_speech_s == pytest.approx(1.4, abs=0.05)
    assert 0.1 < decision.decided_s - decision.end_of_speech_s < 0.25


def test_a_phrase_that_could_go_on_is_waited_for_a_little() -> None:
    short = heard(listener("three"), quiet(1), word(), quiet(1))[0]
    longer = heard(listener("the", "owl"), quiet(1), word(), quiet(0.2), word(), quiet(1))[0]
    assert longer.text == "the owl"
    assert longer.decided_s - longer.end_of_speech_s > short.decided_s - short.end_of_speech_s


@pytest.mark.point(23)
@pytest.mark.parametrize("pause", [0.3, 0.8, 1.2])
def test_a_pause_inside_a_phrase_does_not_cut_it(pause: float) -> None:
    decisions = heard(listener("i", "vote", "for", "three"), quiet(1), *([word(0.3), quiet(pause)] * 4), quiet(1))
    assert [decision.text for decision in decisions] == ["i vote for three"]


@pytest.mark.parametrize("hummed", [0.5, 0.8, 2.0])
def test_whoever_hums_before_a_short_answer_is_heard(hummed: float) -> None:
    decisions = heard(listener("three"), quiet(1), word(hummed) // 8, word(0.25), quiet(1))
    assert [(decision.text, decision.accepted) for decision in decisions] == [("three", True)]


def test_an_utterance_counts_only_if_all_of_it_is_a_phrase() -> None:
    (decision,) = heard(listener("three", "[unk]"), quiet(1), word(), quiet(0.05), word(), quiet(2))
    assert not decision.accepted
    assert decision.reason is DecisionReason.NO_PHRASE


def test_half_a_phrase_is_refused_after_a_long_wait() -> None:
    (decision,) = heard(listener("i"), quiet(1), word(), quiet(2))
    assert (decision.accepted, decision.reason) == (False, DecisionReason.UNFINISHED)
    assert decision.decided_s - decision.end_of_speech_s > 1.3


def test_one_word_right_behind_an_answer_is_the_end_of_it() -> None:
    behind = heard(listener("three"), quiet(1), word(), quiet(0.4), word(0.2), quiet(1))
    later = heard(listener("three"), quiet(1), word(), quiet(1), word(0.2), quiet(1))
    corrected = heard(
        listener("the", "owl"), quiet(1), word(), quiet(0.1), word(), quiet(0.6), word(), quiet(0.1), word(), quiet(1)
    )
    assert [decision.text for decision in behind] == ["three", ""]
    assert [decision.text for decision in later] == ["three", "three"]
    assert [decision.text for decision in corrected] == ["the owl", "the owl"]


def test_an_answer_right_behind_the_narrators_own_voice_is_an_answer() -> None:
    ear = listener("three")
    (itself,) = heard(ear, quiet(1), word(), quiet(0.4))
    assert itself.accepted
    ear.nobody_spoke()
    assert [decision.text for decision in heard(ear, word(), quiet(1))] == ["three"]


def test_a_silent_room_decides_nothing() -> None:
    assert heard(listener("three"), quiet(5)) == []


def test_phrases_change_between_utterances_only() -> None:
    recogniser = Scripted("three")
    ear = Listener(recogniser)
    ear.expect(BOOK)
    heard(ear, quiet(1), word())
    assert ear.hearing
    other = Phrasebook(["yes", "no"])
    ear.expect(other)
    assert recogniser.expected == [BOOK.grammar]
    assert heard(ear, quiet(1))[0].text == "three"
    assert recogniser.expected == [BOOK.grammar, other.grammar]


def test_a_recording_that_ends_with_the_last_word_is_decided() -> None:
    ear = listener("three")
    assert heard(ear, word()) == []
    assert [decision.text for decision in ear.flush()] == ["three"]


def asked(phrases: Sequence[Guess], dictation: Guess, slower: Sequence[Guess] = ()) -> Opinion:
    """The opinion of a phrase ear and an open ear that have these guesses."""
    return Agreement(Guessing([dictation]), Guessing(slower)).opinion(phrases, word(), BOOK)


class Guessing(Scripted):
    """Has these guesses, one list after the other."""

    def __init__(self, *guesses: Sequence[Guess]) -> None:
        super().__init__("nothing")
        self.guesses = list(guesses)

    def finish(self) -> tuple[Guess, ...]:
        self.under_way = False
        return tuple(self.guesses.pop(0))


def test_a_phrase_that_explains_the_sound_as_well_as_any_words_is_sure_whatever_those_are() -> None:
    assert asked([Guess("the owl", 90.0)], Guess("the our", 91.0)) == Opinion("the owl", phrase=True)


def test_a_phrase_that_explains_the_sound_a_little_worse_is_asked_for() -> None:
    assert asked([Guess("the owl", 90.0)], Guess("the hole", 95.0)).doubt == ("the owl",)


def test_a_child_says_tree_and_means_three_if_a_number_was_asked_for() -> None:
    assert asked([Guess("three", 90.0)], Guess("tree", 94.0)) == Opinion("three", phrase=True)
    assert asked([Guess("three", 90.0)], Guess("tree", 96.0)).doubt == ("three",)
    book = Phrasebook(["four", "three"], evidence={"four": 0, "three": 1})
    assert Agreement(Guessing([Guess("tree", 94.0)]), Guessing()).opinion([Guess("three", 90.0)], word(), book).doubt


def test_a_phrase_that_explains_the_sound_far_worse_was_not_said() -> None:
    assert not asked([Guess("three", 90.0)], Guess("building", 107.0)).phrase


def test_what_was_meant_is_found_among_second_thoughts_but_not_among_the_last() -> None:
    best = Guess("i vote is three", 90.0)
    assert asked([best, Guess("i vote for three", 88.0)], best).text == "i vote for three"
    assert not asked([best, Guess("i vote for three", 80.0)], best).phrase


def test_a_mixture_of_phrases_is_listened_to_once_more_for_those_that_are_like_it() -> None:
    mixed = [Guess("i goat for three", 90.0)]
    again = Guessing([Guess("i vote for three", 95.0)])
    opinion = Agreement(Guessing([Guess("i wrote poetry", 93.0)]), again).opinion(mixed, word(), BOOK)
    assert opinion == Opinion("i vote for three", phrase=True)
    assert again.expected == [{"i vote for three": 1, "[unk]": 1}, BOOK.grammar]
    assert not asked(mixed, Guess("a goat of trees", 99.0), [Guess("i vote for three", 83.0)]).phrase


def test_the_beginning_of_a_phrase_is_waited_for_rather_than_taken_for_another_phrase() -> None:
    begun = Guess("i vote", 90.0)
    assert asked([begun, Guess("three", 86.0)], begun) == Opinion("i vote")
    assert asked([begun, Guess("three", 89.5)], Guess("three", 90.0)).text == "three"


def test_what_dictation_heard_to_the_letter_was_no_half_phrase() -> None:
    phrase, half = Guess("i vote for three", 90.0), Guess("i vote for", 89.5)
    assert asked([phrase, half], phrase) == Opinion("i vote for three", phrase=True)
    assert not asked([phrase, half], Guess("i vote forth", 90.5)).phrase


def heard_in_rows(*rows: str, first: str = "three four") -> Opinion:
    return Agreement(Guessing(), Guessing(*([Guess(row)] for row in rows))).opinion(
        [Guess(first)], word(), Phrasebook(["three", "four"], rows=("three", "four"))
    )


def test_of_a_row_of_digits_that_is_taken_which_most_decodes_agree_on_and_it_is_sure_only_if_all_do() -> None:
    assert heard_in_rows(*["three four"] * 4) == Opinion("three four", phrase=True)
    opinion = heard_in_rows("three four", "three three", "three four", "three four four")
    assert opinion.text == opinion.doubt[0] == "three four"
    assert set(opinion.doubt[1:]) == {"three three", "three four four"}


def test_a_row_with_something_unknown_in_it_is_asked_for() -> None:
    assert heard_in_rows(*["three four"] * 4, first="three four [unk]").doubt == ("three four",)


def test_what_own_dice_show_is_a_row_and_needs_no_list() -> None:
    book = Phrasebook(["i rolled two sixes", "help"], fillers=["um"], rows=("two", "five", "six"))
    assert book.plain("um to two five six") == "two two five six"
    assert book.phrase("i rolled two five six") == "i rolled two five six"
    assert book.phrase("six ducks") is None
    assert book.verdict("two five") is Verdict.EXTENDABLE


def test_what_may_be_said_at_any_time_needs_more_evidence_than_what_was_asked() -> None:
    book = Phrasebook(["five", "bye", "louder"], evidence={"five": 0, "bye": 3, "louder": 1})
    both = [Guess("bye", 90.0), Guess("five", 89.0)]
    opinion = Agreement(
        Guessing([Guess("five", 91.0)]), Guessing([Guess("five", 80.0)]), Guessing([Guess("five", 90.0)])
    )
    assert opinion.opinion(both, word(), book, streamed=True) == Opinion("five", phrase=True)


def test_what_dictation_wrote_to_the_letter_needs_no_more_evidence() -> None:
    book = Phrasebook(["two", "go on"], evidence={"two": 0, "go on": 1})
    both = Guessing([Guess("two", 89.5)])
    assert Agreement(Guessing([Guess("go on", 88.0)]), Guessing([]), both).opinion(
        [Guess("go on", 90.0)], word(), book
    ) == (Opinion("go on", phrase=True))


def test_a_lone_word_that_may_be_said_at_any_time_must_be_far_better_than_every_answer() -> None:
    book = Phrasebook(["six", "next"], evidence={"six": 0, "next": 1})
    for answer, doubt in ((85.0, ("next", "six")), (84.0, ())):
        ear = Agreement(Guessing([Guess("next", 90.0)]), Guessing(), Guessing([Guess("six", answer)]))
        assert ear.opinion([Guess("next", 90.0)], word(), book).doubt == doubt


def test_where_a_card_has_a_name_that_cannot_be_heard_another_one_is_not_taken_for_it() -> None:
    book = Phrasebook(["zebra", "the zebu", "zebu", "four"])
    ear = Agreement(
        Guessing([Guess("zebedee", 91.0)], [Guess("zebra", 88.0)]), Guessing(), knows=lambda word: word != "zebu"
    )
    ear.expect(book)
    assert ear.opinion([Guess("zebra", 90.0)], word(), book).doubt == ("zebra", "zebu")
    assert ear.opinion([Guess("zebra", 90.0)], word(), book).doubt == ()


def test_between_two_ways_to_say_the_same_nothing_is_asked() -> None:
    close = [Guess("yes", 90.0), Guess("yeah", 89.9)]
    for meaning, doubt in ((lambda phrase: ("Yes",), ()), (lambda phrase: (), ("yes", "yeah"))):
        book = Phrasebook(["yes", "yeah"], meaning=meaning)
        assert Agreement(Guessing([Guess("yes", 90.0)]), Guessing(close)).opinion(close, word(), book).doubt == doubt


def test_a_lone_word_that_leaves_is_asked_back_however_clear_it_was() -> None:
    book = Phrasebook(["five", "bye", "save the game"], evidence={"five": 0, "bye": 3, "save the game": 3})
    clear = Agreement(Guessing([Guess("bye", 90.0)]), Guessing(), Guessing([Guess("five", 60.0)]))
    assert clear.opinion([Guess("bye", 90.0)], word(), book).doubt == ("bye",)
    long = Agreement(Guessing([Guess("save the game", 90.0)]), Guessing(), Guessing([Guess("five", 60.0)]))
    assert long.opinion([Guess("save the game", 90.0)], word(), book).doubt == ()


def test_phrases_that_are_close_are_listened_to_once_more() -> None:
    close = [Guess("three", 90.0), Guess("four", 89.5)]
    assert asked(close, Guess("three", 90.0), [Guess("four", 80.0), Guess("three", 76.0)]).text == "four"
    assert set(asked(close, Guess("three", 90.0), [Guess("three", 80.0), Guess("four", 80.0)]).doubt) == {
        "three",
        "four",
    }


def test_half_a_phrase_is_not_completed_by_the_ear() -> None:
    assert not asked([Guess("i vote for", 90.0), Guess("i vote for three", 88.0)], Guess("i vote for", 90.0)).phrase
    assert asked([Guess("i vote for three", 90.0), Guess("i vote for", 88.0)], Guess("i vote for the", 90.0)).phrase


def test_two_ways_to_say_the_same_are_no_doubt() -> None:
    assert asked([Guess("i vote for three", 90.0), Guess("three", 89.9)], Guess("three", 90.0)).doubt == ()


def test_a_doubt_is_no_move() -> None:
    ear = Listener(Scripted("three"), Agreement(Scripted("tree", score=6.0), Scripted("three")))
    ear.expect(BOOK)
    (decision,) = heard(ear, quiet(1), word(), quiet(2))
    assert (decision.accepted, decision.reason, decision.doubt) == (False, DecisionReason.NOT_SURE, ("three",))


def test_a_doubt_cuts_nobody_off() -> None:
    ear = Listener(Scripted("three", "four"), Agreement(Scripted("tree", score=6.0), Scripted("three", "four")))
    ear.expect(BOOK)
    (decision,) = heard(ear, quiet(2), word(), quiet(0.9), word(), quiet(2))
    assert decision.text == "three four"


def test_the_opinion_is_on_all_that_was_said_not_on_what_came_before_a_short_gap() -> None:
    ear = Listener(Scripted("the", "owl", "because"), Agreement(Scripted("the"), Scripted("the", "owl", "because")))
    ear.expect(BOOK)
    (decision,) = heard(ear, quiet(1), *([word(0.3), quiet(0.1)] * 3), quiet(1))
    assert decision.text == "the owl because"


def chatter(seconds: float, seed: int = 3) -> Samples:
    """People who talk among themselves: it comes and goes, and is never silent."""
    luck = np.random.default_rng(seed)
    loud = np.repeat(luck.uniform(150, 500, round(seconds * 8)), RATE // 8)
    return (luck.normal(0, 1, len(loud)) * loud).astype(np.int16)


def test_others_who_talk_all_the_time_are_not_taken_for_an_answer() -> None:
    ear = Listener(Scripted("three"), Agreement(Scripted("three"), Scripted("three")))
    ear.expect(BOOK)
    assert not [decision for decision in heard(ear, chatter(12)) if decision.accepted]


def test_a_voice_that_stands_out_from_them_is_heard() -> None:
    ear = Listener(Scripted("three"), Agreement(Scripted("three"), Scripted("three")))
    ear.expect(BOOK)
    decisions = heard(ear, chatter(4), word(), chatter(3, 4))
    assert [decision.text for decision in decisions if decision.accepted] == ["three"]
    assert next(each for each in decisions if each.accepted).decided_s < 5.2


def test_free_words_come_with_their_sound() -> None:
    ear = Listener(Scripted("[unk]"), scribe=Scripted("once", "upon"))
    ear.expect(BOOK, free=True)
    (decision,) = heard(ear, quiet(1), word(), quiet(0.8), word(), quiet(2))
    assert (decision.text, decision.reason) == ("once upon", DecisionReason.FREE)
    assert decision.sound is not None
    assert decision.sound.seconds > 1.6


# --- the model, unhurried ----------------------------------------------------------------------------


def test_the_rules_by_which_vosk_cuts_are_set_so_high_that_they_never_apply() -> None:
    rules = without_endpoints(
        "--beam=10.0\n--lattice-beam=2.0\n--endpoint.silence-phones=1:2\n--endpoint.rule2.min-trailing-silence=0.5\n"
    )
    assert "--beam=10.0" in rules
    assert "--endpoint.silence-phones=1:2" in rules
    assert "=0.5" not in rules
    assert "--endpoint.rule2.min-trailing-silence=3600.0" in rules


def test_the_private_copy_leaves_the_model_alone_and_is_made_once(tmp_path: Path) -> None:
    model = tmp_path / "model"
    (model / "conf").mkdir(parents=True)
    (model / "am").mkdir()
    (model / "am" / "final.mdl").write_text("sound")
    (model / "conf" / "model.conf").write_text("--endpoint.rule2.min-trailing-silence=0.5\n")
    place = unhurried(model, tmp_path / "cache")
    assert (place / "am" / "final.mdl").read_text() == "sound"
    assert "3600" in (place / "conf" / "model.conf").read_text()
    assert (model / "conf" / "model.conf").read_text() == "--endpoint.rule2.min-trailing-silence=0.5\n"
    assert unhurried(model, tmp_path / "cache") == place
    assert [each.name for each in place.parent.iterdir()] == [place.name]


# --- the real thing ----------------------------------------------------------------------------------


def test_the_ear_hears_nothing_in_noise_and_says_when_the_sound_has_ended() -> None:
    inbox: Inbox = SimpleQueue()
    ear = VoskEar(frames_of(Pcm(np.concatenate([quiet(1), word(), quiet(1)]), RATE)))
    ear.expect(Expectation.of_phrases(["three", "four"]))
    ear.listen(inbox)
    happenings = []
    while not happenings or not isinstance(happenings[-1], InputEnded):
        happenings.append(inbox.get(timeout=120))
    ear.close()
    assert not [each for each in happenings if isinstance(each, UtteranceHeard) and each.text]


class Stumbling:
    """A room in which now and then something breaks that nobody has thought of. Can be listened to again."""

    def __init__(self, *stumbles: bool) -> None:
        self._stumbles = iter(stumbles)
        self.visits = 0

    def __iter__(self) -> Iterator[Samples]:
        self.visits += 1
        yield from frames_of(Pcm(quiet(WELL + 0.5), RATE))
        if next(self._stumbles):
            raise RuntimeError("the echo canceller gave way")
        yield from frames_of(Pcm(quiet(0.5), RATE))


def told_by(ear: VoskEar) -> list[str]:
    """The sentences for the table, until nothing more is heard."""
    inbox: Inbox = SimpleQueue()
    ear.listen(inbox)
    told = []
    while not isinstance(happening := inbox.get(timeout=120), InputEnded):
        told += [happening.sentence] if isinstance(happening, TroubleReported) else []
    return told


def test_an_ear_that_breaks_down_says_so_and_hears_again_what_it_heard_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vosk, "PAUSES", (0.01,) * 5)
    expected: list[Phrasebook] = []
    expect = Listener.expect
    monkeypatch.setattr(
        Listener, "expect", lambda self, book, **how: [expected.append(book), expect(self, book, **how)]
    )
    room = Stumbling(True, False)
    ear = VoskEar(room)
    ear.expect(Expectation.of_phrases(["three", "four"]))
    assert told_by(ear) == [vosk.FAILED, vosk.RECOVERED]
    assert room.visits == 2
    assert [book.phrases for book in expected] == [("three", "four")] * 2


def test_an_ear_that_breaks_down_again_and_again_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vosk, "PAUSES", (0.01,) * 2)
    room = Stumbling(*[True] * 9)
    assert told_by(VoskEar(room)) == [vosk.FAILED, vosk.RECOVERED, vosk.FAILED, vosk.RECOVERED, vosk.GIVEN_UP]
    assert room.visits == 3


def test_a_spoken_vote_is_heard() -> None:
    from narrator.speech.asr.vosk import vosk_listener  # noqa: PLC0415
    from tests.support.synthetic_speech import Speaker, in_a_room  # noqa: PLC0415 - only where eSpeak is

    ear = vosk_listener()
    ear.expect(Phrasebook(["three", "seven", "i vote for symbol three", "i vote for symbol seven"]))
    sound = in_a_room(Speaker("en-us+m3", 150).say("i vote for symbol seven"))
    decisions = [decision for frame in frames_of(Pcm(sound, RATE)) for decision in ear.feed(frame)]
    assert [decision.text for decision in decisions if decision.accepted] == ["i vote for symbol seven"]
