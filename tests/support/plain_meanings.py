"""Translate the meanings of lists that were written without knowledge of the code: "choose the poodle", "whose turn".

Their writers knew only what a player hears at each point of a game, so one of their meanings may be several intents.
"""

from itertools import pairwise

from narrator.language.understanding.grammar import grammar_files

CHOOSING = {"game": "ChooseGame", "lay": "Lay", "vote": "Vote", "tell": "Tell", "give": "Give", "guess": "Vote"}
NUMBERED = {
    "vote": ("peacock", "lizard", "suitcase"),
    "guess": ("night bus", "astronaut", "campfire", "tin cans"),
}
"""Where a choice is a number, the things on offer."""
REQUESTS = {
    "ready": ("Ready", "Yes"),
    "none of these": ("NoneOfThese", "Skip"),
    "you choose for me": ("PickForMe", "YouChoose", "LeaveToChance"),
    "yes": ("Yes",),
    "no": ("No", "TakeTime"),
    "repeat": ("Repeat", "Options", "MyCards", "TellAll", "WhichGames", "Dice", "Role", "Help", "PageAgain"),
    "repeat slower": ("RepeatSlower",),
    "help": ("Help", "WhatCanISay", "Role"),
    "what can I say": ("WhatCanISay", "Help", "Options"),
    "scores": ("Scores", "Sheet"),
    "whose turn": ("WhoseTurn", "WhoIsAwaited"),
    "read my cards": ("MyCards", "Options", "TellMore"),
    "rules": ("HowToPlay", "Help"),
    "undo": ("Undo",),
    "pause": ("Pause",),
    "stop": ("Stop",),
    "go on": ("GoOn",),
    "louder": ("Louder",),
    "softer": ("Softer",),
    "faster": ("Faster",),
    "slower": ("Slower",),
    "how long": ("Round", "ShortGame", "HowToPlay"),
    "quit": ("Quit",),
    "new game": ("NewGame", "WhichGames"),
    "add player": ("NewPlayer", "AlsoPlays"),
    "remove player": ("SomeoneLeaves",),
    "who voted for what": ("TheirVote",),
    "who is awaited": ("WhoIsAwaited", "WhoseTurn"),
    "whose card": ("Owner", "TheirVote"),
    "who is the storyteller": ("Teller",),
    "which games": ("WhichGames",),
    "rolls left": ("Dice",),
    "my sheet": ("Sheet",),
    "who is playing": ("Playing",),
    "what is the clue": ("Clue",),
    "what is my role": ("Role",),
    "story so far": ("Story",),
    "more time": ("TakeTime",),
    "bedtime story": ("Bedtime", "TellStory"),
    "open window": ("OpenWindow",),
    "change privacy": ("ChoosePrivacy", "HowSecret"),
    "is it secret": ("HowSecret", "HowToPlay", "Help"),
    "what is": ("WhatIs", "CardAgain", "Options", "HowToPlay"),
    "read card": ("CardAgain",),
}
DICE = {"keep": "KeepDice", "roll": "RollDice", "fill": "Fill"}
FACES = ("one", "two", "three", "four", "five", "six")


def to_intents(meaning: str, situation: str) -> tuple[str, ...]:
    """Return the intents, with their values, that have a plain meaning at a point of a game."""
    meaning = meaning.partition(";")[0].strip()  # the first of two things said at once
    words = meaning.split()
    if words[:1] == ["names"]:
        return (meaning.removeprefix("names").strip(),)
    if words[:1] == ["choose"]:
        return (choice_intent(meaning.removeprefix("choose").strip(), situation),)
    if words[:2] == ["change", "to"]:
        return (choice_intent(" ".join(words[2:]), situation), "Undo")
    if words[:1] == ["clue"]:
        return ("Clue", "MyClue")
    if words[0] in DICE:
        return (dice_intent(words[0], words[1:]),)
    matches = [each for each in REQUESTS if meaning == each or meaning.startswith(f"{each} ")]
    return REQUESTS[max(matches, key=len)] if matches else ("-",)


def choice_intent(thing: str, situation: str) -> str:
    """Return the intent that chooses a thing."""
    thing = thing.removeprefix("the ")
    if situation in NUMBERED:
        return f"Vote {NUMBERED[situation].index(thing) + 1}" if thing in NUMBERED[situation] else f"Vote {thing}"
    if situation == "game":
        return f"ChooseGame {thing.casefold().replace(' ', '_')}"
    return f"{CHOOSING.get(situation, 'Lay')} {thing}"


def dice_intent(kind: str, words: list[str]) -> str:
    """Return the intent that keeps, rolls or fills. Of dice only the faces count, once each: "two fives" are fives."""
    if kind == "fill":
        return f"Fill {line_of_sheet(' '.join(words).removeprefix('the '))}"
    numbers = {word for word, after in pairwise(words) if word in FACES and after.endswith("s")}
    faces = [str(FACES.index(face) + 1) for word in words if word not in numbers and (face := singular(word)) in FACES]
    return " ".join([DICE[kind], *dict.fromkeys(faces)])


def line_of_sheet(name: str) -> str:
    """Return the line of the sheet with this name, which may be its name in other dice games: "small straight"."""
    lines = grammar_files("en")["cat_dice"]["categories"].items()
    return next((line for line, names in lines if name in names), name)


def singular(word: str) -> str:
    return "six" if word == "sixes" else word.removesuffix("s")
