"""Retell Pebble Path: the sentences of the story, two per chapter."""

from narrator.games.pebble_path.rules import State

from narrator.games.hosting.retelling import PlayedGame, RetoldStory, drop_empty
from narrator.language.content.packs import Content
from narrator.language.lines.story import Chapter, Picture
from narrator.language.lines.story_wording import StoryWording, as_card_name

SENTENCES_PER_CHAPTER = 2


def retell(played: PlayedGame, content: Content, wording: StoryWording) -> RetoldStory:
    state: State = played.state
    chapters = []
    for start in range(0, len(state.sentences), SENTENCES_PER_CHAPTER):
        group = state.sentences[start : start + SENTENCES_PER_CHAPTER]
        opening = wording.sentences("bridge") if start else wording.sentences("told-by", players=played.players)
        paragraphs = [opening, *(wording.quote("more", words, player=seat) for seat, words in group)]
        if start + SENTENCES_PER_CHAPTER >= len(state.sentences):
            paragraphs.append(wording.sentences("the-end" if played.finished else "so-far"))
        title = wording.render("chapter", number=len(chapters) + 1)
        chapters.append(Chapter(title, drop_empty(paragraphs), (Picture("🪨", "a pebble"),)))
    keys = tuple(as_card_name(words.text or "") for _, words in state.sentences)
    return RetoldStory("The Pebble Path", tuple(chapters), keys)
