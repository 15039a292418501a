"""Retellings of every story, path and mode with random casts: one text that does not mention the game."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.core.clues import ClueForm, ClueGiven
from narrator.core.game import CardSource, SpokenWords
from narrator.core.paths import data_folder
from narrator.games import games
from narrator.games.hosting import dream_retelling
from narrator.games.hosting.dream_retelling import DreamRound
from narrator.games.odyssey.host import most_chosen_symbol
from narrator.games.odyssey.moves import PartyVotesRevealed
from narrator.games.storyline import retelling as storyline
from narrator.games.storyline.moves import Pick
from narrator.games.storyline.retelling import FilledCard
from narrator.games.storytellers import retelling as storytellers
from narrator.games.storytellers.moves import Lay
from narrator.games.storytellers.retelling import CastPage
from narrator.language.content.markup import PAUSE, text_when_told
from narrator.language.content.sentences import split_sentences
from narrator.language.language import get_language
from narrator.language.lines.story import Chapter, Sentence, ToldStory
from narrator.language.lines.story_wording import StoryWording, as_card_name, as_quoted_sentence
from narrator.storage.library.retelling import NothingToTell, can_be_retold, replay_game, retell
from tests.storage.library.games import SOUND, clips, content, journal, options, paths, play, texts
from tests.support.tables import NAMES

STORIES = [(name, path) for name, story in content().stories.items() for path in paths(story)]
UNFILLED = re.compile(r"[{}\[\]|*]|\bNone\b|\bnone\b|  |\$|\0")
WRONG_ARTICLE = re.compile(r"\b(an?) (\w[\w'-]*)", re.IGNORECASE)
players = st.lists(st.sampled_from(NAMES), min_size=2, max_size=6, unique=True)
numbers = st.integers(1, 500)


def check(chapters: tuple[Chapter, ...], said: Iterator[str] | tuple[str, ...] = ()) -> None:
    """Check what holds for every retelling, apart from the words of players."""
    theirs = [words for words in said if words]
    assert chapters
    for chapter in chapters:
        assert chapter.title.strip() == chapter.title != ""
        assert chapter.title[0].upper() == chapter.title[0]
        assert not UNFILLED.search(chapter.title), chapter.title
        assert chapter.paragraphs
        assert all(chapter.paragraphs)
        for sentence in chapter.sentences:
            check_sentence(sentence, theirs)


def check_sentence(sentence: Sentence, theirs: list[str]) -> None:
    text = sentence.text
    for words in theirs:
        text = text.replace(words, "Theirs.")
    assert text == text.strip() != ""
    assert text[0] in "\"'“" or text[0].upper() == text[0], text
    assert text.endswith((".", "!", "?", "…", '"', "'", ":")), text
    assert text.endswith(":") == (sentence.clip is not None), text
    assert not UNFILLED.search(text), text
    assert not re.search(r",,|\.\.|\?\?| ,| \.|,\.|: \.", text), text
    for article, word in WRONG_ARTICLE.findall(text):
        if word.casefold() not in ("a", "an", "the"):
            assert article.casefold() == get_language().indefinite_article(word), text


# --- Storytellers --------------------------------------------------------------------------------


@st.composite
def spreads(draw: st.DrawFn, name: str, path: tuple[str, ...]) -> tuple[CastPage, ...]:
    story = content().stories[name]
    cast = draw(st.lists(st.sampled_from(content().characters), min_size=7, max_size=7, unique_by=lambda one: one.name))
    length = draw(st.integers(1, 7))
    return tuple(
        CastPage(
            story.card(card),
            cast[number] if story.card(card).role else None,
            draw(st.sampled_from([None, *NAMES])),
            draw(clips()),
        )
        for number, card in enumerate(path[:length])
    )


def is_within(some: Iterable[str], whole: Iterable[str]) -> bool:
    """Return whether all of these occur in those, in the same order."""
    rest = iter(whole)
    return all(any(one == other for other in rest) for one in some)


@pytest.mark.parametrize(("name", "path"), STORIES, ids=lambda part: part if isinstance(part, str) else part[-1])
@settings(max_examples=12, deadline=None)
@given(data=st.data(), number=numbers, who=players)
def test_every_path_of_every_story_is_retold_as_one_text(
    name: str, path: tuple[str, ...], data: st.DataObject, number: int, who: list[str]
) -> None:
    story, pages = content().stories[name], data.draw(spreads(name, path))
    chapters = storytellers.build_chapters(story, pages, who, StoryWording(number), finished=len(pages) == len(path))
    check(chapters, tuple(as_quoted_sentence(page.why.text or "") for page in pages if page.why))
    assert len(chapters) == len(pages)
    cast = storytellers.cast_by_role(pages)
    for page, chapter in zip(pages, chapters, strict=True):
        words = text_when_told(page.card, cast)
        # the card word for word; the reason may interrupt it, right after its character has been introduced
        parts = [sentence.text for sentence in chapter.sentences]
        assert is_within(split_sentences(words.replace(PAUSE, " ")), parts)
        # every name was chosen; anonymous roles are so in the card itself
        assert words.casefold().count("somebody") == page.card.text.casefold().count("somebody")
    for page, chapter in zip(pages[1:], chapters[1:], strict=True):
        assert chapter.paragraphs[0][0].text == split_sentences(text_when_told(page.card, cast).split(PAUSE)[0])[0], (
            "nothing is said between two pages"
        )
    if len(pages) == len(path):
        assert text_when_told(pages[-1].card, cast).endswith(chapters[-1].paragraphs[-1][-1].text), (
            "the author has the last word"
        )


def test_recorded_reason_follows_its_character() -> None:
    story = content().stories["lighthouse"]
    owl, who = content().character("owl"), SpokenWords("because it sees at night", SOUND)
    pages = (CastPage(story.cards[0], content().character("robot")), CastPage(story.cards[1], owl, "Lily", who))
    _, second = storytellers.build_chapters(story, pages, ["Lily", "Nick"], StoryWording(3), finished=False)
    recorded = [sentence for sentence in second.sentences if sentence.clip]
    assert recorded == [Sentence(recorded[0].text, SOUND, "Because it sees at night.")]
    before, lead, after = (" ".join(sentence.text for sentence in some) for some in second.paragraphs[0:3])
    assert before.endswith("The letter was from the owl, a truthful night fisher.")
    assert "the owl" in lead
    assert "Lily" in lead
    assert after.startswith('"And you just let it pass?"')


def test_typed_reason_is_quoted() -> None:
    said = StoryWording(1).quote("more", SpokenWords('um, "boo" said the owl'), player="Zoë")
    assert said[-1].clip is None
    assert said[-1].text.endswith(", \"Um, 'boo' said the owl.\"")


def test_missing_reason_is_not_quoted() -> None:
    assert StoryWording(1).quote("more", SpokenWords("…"), player="Zoë") == ()
    assert StoryWording(1).quote("more", None, player="Zoë") == ()


def test_wording_is_stable_per_story() -> None:
    def lines(number: int) -> list[str]:
        wording = StoryWording(number)
        return [wording.render("reason", character="the owl", player="Lily") for _ in range(4)]

    assert lines(7) == lines(7)
    assert lines(7) != lines(8)
    assert len(set(lines(7))) == 4


@pytest.mark.parametrize(
    ("own", "within"),
    [("The moon.", "the moon"), ("AN owl!", "an OWL"), ("  Gerald ", "Gerald"), ("{x} [y]|*z*", "x y z"), ("...", "")],
)
def test_own_names_fit_into_a_sentence(own: str, within: str) -> None:
    assert as_card_name(own).casefold() == within.casefold()


# --- StoryLine -----------------------------------------------------------------------------------


@st.composite
def leaves(draw: st.DrawFn, name: str) -> tuple[FilledCard, ...]:
    deck = content().decks[name]
    dice = Random(draw(st.integers(0, 10**6)))
    piles = {kind: dice.sample(cards, len(cards)) for kind, cards in content().cards.items()}
    length = draw(st.integers(1, len(deck.cards)))
    return tuple(
        FilledCard(
            card,
            {key: piles[kind].pop() for key, kind in card.banners.items()},
            draw(st.sampled_from(NAMES)),
            draw(clips()),
        )
        for card in deck.cards[:length]
    )


@pytest.mark.parametrize("name", content().decks)
@settings(max_examples=30, deadline=None)
@given(data=st.data(), number=numbers, who=players)
def test_every_tale_is_retold_as_one_text(name: str, data: st.DataObject, number: int, who: list[str]) -> None:
    deck, pages = content().decks[name], data.draw(leaves(name))
    whole = len(pages) == len(deck.cards)
    chapters = storyline.build_chapters(deck, pages, who, StoryWording(number), finished=whole)
    check(chapters, tuple(as_quoted_sentence(page.more.text or "") for page in pages if page.more))
    all_told = " ".join(texts(chapters))
    for page in pages:
        assert all(get_language().strip_article(card.phrase) in all_told for card in page.chosen.values())
    assert all_told.count("The End.") == whole


# --- dreams --------------------------------------------------------------------------------------


@st.composite
def dreamt(draw: st.DrawFn) -> DreamRound:
    picture = draw(st.one_of(st.none(), st.just("the lost sock"), st.sampled_from(content().dreams)))
    said = ClueGiven(draw(st.sampled_from(NAMES)), draw(clips()) or SpokenWords(), draw(st.sampled_from(ClueForm)))
    return DreamRound(said, picture)


@settings(max_examples=50, deadline=None)
@given(some=st.lists(dreamt(), min_size=1, max_size=14), number=numbers, who=players, finished=st.booleans())
def test_every_dream_book_is_retold_as_one_text(
    some: list[DreamRound], number: int, who: list[str], finished: bool
) -> None:
    chapters = dream_retelling.build_chapters(some, who, StoryWording(number), finished=finished)
    check(chapters, tuple(as_quoted_sentence(one.clue.clue.text or "") for one in some))
    all_told = " ".join(texts(chapters))
    for one in some:
        if one.picture is not None and not isinstance(one.picture, str):
            assert one.picture.picture in all_told
    assert not UNFILLED.search(dream_retelling.book_title(some, who, StoryWording(number)))


def test_party_retells_the_dream_that_most_chose() -> None:
    assert most_chosen_symbol(PartyVotesRevealed({"Lily": 2, "Nick": 3, "Julie": 3}, red=1)) == 3
    assert most_chosen_symbol(PartyVotesRevealed({"Lily": 2, "Nick": 3, "Julie": 3}, red=3)) == 2
    assert most_chosen_symbol(PartyVotesRevealed({"Lily": 3, "Nick": 3, "Julie": 3}, red=3)) == 3


# --- whole games, from the journal -----------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """One game with one set of options."""

    game: str
    mode: str
    players: int
    story: str | None = None
    cards: CardSource = CardSource.SPOKEN

    def __str__(self) -> str:
        return f"{self.game} {self.mode} {self.players} {self.cards}"


EVENINGS = [
    Evening("storytellers", "basic", 3, "cloud-circus"),
    Evening("storytellers", "basic", 4, "lighthouse", CardSource.TABLE),
    Evening("storytellers", "cooperative", 2, "stubborn-map"),
    Evening("storytellers", "youngest", 2, "parcel"),
    Evening("storyline", "basic", 3, "back-by-tuesday"),
    Evening("storyline", "family", 4, "the-missing-snore", CardSource.TABLE),
    Evening("dixit", "basic", 4),
    Evening("dixit", "basic", 3, None, CardSource.TABLE),
    Evening("odyssey", "basic", 3),
    Evening("odyssey", "party", 6),
    Evening("odyssey", "teams", 6, None, CardSource.TABLE),
]
CANNOT_STOP = [evening for evening in EVENINGS if (evening.game, evening.cards) != ("dixit", CardSource.TABLE)]
"""With their own pictures the players say when the game is over; random players may end it early."""


def in_own_words(move: Any) -> Any:
    """Add a recording to each move that can have one."""
    match move:
        case Lay(seat, card, None) if card is not None:
            return Lay(seat, card, SpokenWords(f"{seat} likes it", SOUND))
        case Pick(seat, symbols, SpokenWords()):
            return Pick(seat, symbols, SpokenWords(f"{seat} was there", SOUND))
        case _:
            return move


def as_told(evening: Evening, most: int = 2000) -> ToldStory:
    wanted = options(evening.game, evening.mode, story=evening.story, cards=evening.cards)
    with journal() as kept:
        number = play(kept, evening.game, wanted, evening.players, seed=3, most=most, said=in_own_words)
        return retell(replay_game(kept.read(number)), content())


@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_every_finished_game_is_retold_whole(evening: Evening) -> None:
    story = as_told(evening)
    check(story.chapters)
    assert story.finished
    assert story.players == NAMES[: evening.players]
    assert story.game == evening.game
    # the player is named right before their recording
    for sentence in (sentence for chapter in story.chapters for sentence in chapter.sentences if sentence.clip):
        assert sentence.clip_text.split()[0] in sentence.text
    # what is said about the game is not in the story
    table_talk = re.split(r"\{[^}]*\}|[\n{}\[\]*=]|\.\w+ =", lines_of(evening.game) + lines_of("common"))
    whole = " ".join(texts(story.chapters))
    assert not [words for words in map(str.strip, table_talk) if len(words) > 15 and words in whole]


@pytest.mark.parametrize("evening", CANNOT_STOP, ids=str)
def test_unfinished_game_is_retold_so_far(evening: Evening) -> None:
    story = as_told(evening, most=40 if evening.game == "odyssey" else 20)
    check(story.chapters)
    assert not story.finished
    assert texts(story.chapters)[-1] != StoryWording(1).render("dreams-end").split(". ")[-1]
    if evening.game == "storytellers":
        assert texts(story.chapters)[-1] in StoryWording(1).render("so-far")


@pytest.mark.parametrize("game", ["storyline", "dixit", "odyssey"])
def test_game_that_has_just_begun_has_no_story(game: str) -> None:
    with pytest.raises(NothingToTell, match="narrator play --resume 1"):
        as_told(Evening(game, "basic", 3), most=1)


def test_only_dice_games_have_no_story() -> None:
    assert [game for game in games() if not can_be_retold(game)] == ["cat_dice"]


# --- our own words -------------------------------------------------------------------------------


def lines_of(name: str) -> str:
    written = (data_folder("content") / "en" / "lines" / f"{name}.ftl").read_text("utf-8")
    return "\n".join(line for line in written.splitlines() if not line.startswith("#"))


def test_connecting_lines_do_not_mention_the_game() -> None:
    talk = r"\b(points?|votes?|voted|symbols?|scores?|tokens?|cards?|turn|win|won|winner|round|game|player)\b"
    words = re.sub(r"\{[^}]*\}", "", lines_of("retelling"))
    assert not re.findall(talk, words, re.IGNORECASE)
