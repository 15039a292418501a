"""Build the story of a game by replaying its moves."""

from narrator.core.errors import NarratorError
from narrator.core.game import Seated
from narrator.games import games
from narrator.games.hosting.cast import NoCast, StoryCast
from narrator.games.hosting.host import host_of
from narrator.games.hosting.retelling import PlayedGame, RetoldStory
from narrator.language.content.packs import Content
from narrator.language.content.scenes.compose import story_setting
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.story import ToldStory
from narrator.language.lines.story_wording import FindClip, StoryWording, clip_unchanged
from narrator.storage.library.listing import local_time
from narrator.storage.records import GameRecord
from narrator.storage.table import events_of, replay


class NothingToTell(NarratorError):
    """The game has just begun, or is of a kind without a story."""


def replay_game(kept: GameRecord) -> PlayedGame:
    """Replay all moves, up to the first that is no longer legal under today's rules."""
    setup, made = replay(kept)
    events = (*setup.events, *events_of(made))
    state = made[-1].step.state if made else setup.state
    outcome = state.outcome
    seated = [event.seat for event in events if isinstance(event, Seated)]
    return PlayedGame(
        number=kept.id,
        game=kept.game,
        state=state,
        events=events,
        players=tuple(dict.fromkeys([*(seat.name for seat in kept.seats), *seated])),
        started_at=local_time(kept.began),
        finished=outcome is not None and outcome.finished,
    )


def can_be_retold(game: str) -> bool:
    """Return whether games of this kind have a story. Dice games do not."""
    return host_of(game).retell is not None


def build_tale(
    played: PlayedGame, content: Content, language: str = DEFAULT_LANGUAGE, found: FindClip = clip_unchanged
) -> RetoldStory:
    """Return the story of a game as far as it went. It contains only what all players have heard."""
    retold = host_of(played.game).retell
    if retold is None:
        raise NothingToTell(f"{games()[played.game].TITLE} leaves no story to tell.")
    return retold(played, content, StoryWording(played.number, language, found))


def build_cast(played: PlayedGame, content: Content, language: str = DEFAULT_LANGUAGE) -> StoryCast:
    recalled = host_of(played.game).recall_cast
    if recalled is None:
        title = games()[played.game].TITLE
        raise NoCast(f"{title} has no roles to remember. It is for {games_with_cast()}: `narrator stories`.")
    if not played.finished:
        raise NoCast(f"That game is not over yet. Go on with: narrator play --resume {played.number}")
    cast = recalled(played, content, StoryWording(played.number, language))
    if not cast.members:
        raise NoCast(f"Nobody is in this story yet. Go on with: narrator play --resume {played.number}")
    return cast


def games_with_cast() -> str:
    """Name the games that have a cast."""
    return get_language().join(game.TITLE for name, game in games().items() if host_of(name).recall_cast)


def retell(
    played: PlayedGame,
    content: Content,
    title: str | None = None,
    language: str = DEFAULT_LANGUAGE,
    found: FindClip = clip_unchanged,
) -> ToldStory:
    """Return the story, with the title that the family gave it, if any."""
    tale = build_tale(played, content, language, found)
    if not tale.chapters:
        raise NothingToTell(
            f"That game has only just begun, so there is no story to tell yet. "
            f"Go on with: narrator play --resume {played.number}"
        )
    text = content.stories.get(host_of(played.game).story_name(played.state.options) or "")
    return ToldStory(
        number=played.number,
        title=title or tale.title,
        game=played.game,
        played=played.started_at,
        players=played.players,
        finished=played.finished,
        chapters=tale.chapters,
        language=language,
        setting=story_setting(text) if text else tale.setting,
        makers=tale.makers,
    )
