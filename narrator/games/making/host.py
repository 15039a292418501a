"""Host of story making: ask the questions of the frame, read the answers back, tell the finished story."""

import re
from collections.abc import Iterator, Mapping, Sequence

from narrator.core.game import Event, GameEnded, Luck, Seat, SpokenWords
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.panels import Panel, non_empty_panels, quotes_panel
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot, single_slot_question
from narrator.games.making import moves, retelling
from narrator.games.making.rules import FrameShape, Mode, Options, Phase, State
from narrator.language.content.made_story import as_sentence, clean_words, fill_short_names, read_back, split_answer
from narrator.language.content.models import CardFrame, Frame
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.event_lines import event_lines
from narrator.language.lines.line import AnyOf, Line, line

OFFERS_PRACTICE = False
ROUND_END_EVENTS: tuple[type[Event], ...] = (moves.PartKept,)
EVENT_CUES: Mapping[type[Event], str] = {GameEnded: "win"}
retell = retelling.retell
make_content = retelling.make_content
MINUTES = {Mode.STORY: 10.0, Mode.CARD: None}
"""How long it takes. A card takes too little time to mention."""
MIN_QUESTIONS_LEFT_TO_DIVIDE = 3
"""Near the end, a long answer is not divided: few questions are left for its pieces."""


def build_options(plan: Plan, content: Content) -> Options:
    mode = Mode.CARD if plan.story in content.card_frames else Mode(plan.mode or Mode.STORY)
    frames: Mapping[str, Frame | CardFrame] = content.card_frames if mode is Mode.CARD else content.frames
    shapes = {
        name: FrameShape({question.key: question.suggestions for question in frame.questions})
        for name, frame in frames.items()
    }
    return Options(mode, shapes, plan.story if plan.story in shapes else None)


def story_name(options: Options) -> str | None:
    return options.frame


def content_to_save(options: Options, content: Content) -> Iterator[Content]:
    yield from (Content(frames={name: frame}) for name, frame in content.frames.items() if name in options.frames)
    cards = content.card_frames.items()
    yield from (Content(card_frames={name: frame}) for name, frame in cards if name in options.frames)


def has_content(options: Options, content: Content) -> bool:
    return options.frames.keys() <= content.frames.keys() | content.card_frames.keys()


def estimate_minutes(options: Options, players: int) -> float | None:
    return MINUTES[options.mode]


def is_open_by_default(options: Options, seats: Sequence[Seat]) -> bool:
    return True


def lessons(options: Options) -> tuple[Line, ...]:
    return tuple(line(f"teach-{step}") for step in range(1, 4))


# --- questions -----------------------------------------------------------------------------------


def questions(state: State, content: Content) -> tuple[GameQuestion, ...]:
    match state.phase:
        case Phase.CHOOSING:
            return (ask_frame(state, content),)
        case Phase.ASKING | Phase.OFFERING:
            return (ask_part(state, content),)
        case _:
            return ()


def ask_frame(state: State, content: Content) -> GameQuestion:
    """Ask what kind of story or card it will be."""
    is_card = state.options.mode is Mode.CARD
    known: Mapping[str, Frame | CardFrame] = content.card_frames if is_card else content.frames
    frames = [(name, frame) for name, frame in known.items() if name in state.options.frames]
    choices = tuple(
        Choice(name, frame.title, (get_language().strip_article(frame.title),), frame.about) for name, frame in frames
    )
    prompt = line("ask-card" if is_card else "ask-frame", frames=AnyOf(frame.title for _, frame in frames))
    return single_slot_question(
        None, Slot("frame", prompt, choices), "ChooseFrame", lambda v: moves.ChooseFrame(v["frame"])
    )


def ask_part(state: State, content: Content) -> GameQuestion:
    """Ask the open question. A spoken answer is read back before it is kept."""
    frame, seat = retelling.find_frame(state, content), state.asked
    prompt = part_prompt(state, frame)
    words = Slot("words", prompt, is_free_text=True)
    answers = [
        Answer(
            "Tell",
            lambda v: told_move(state, v["words"]),
            (words,),
            confirm=lambda v: confirm_words(v["words"]),
            build_denied_moves=lambda v: moves.Tell(seat, v["words"], misheard=True),
            make_example=lambda luck: example_answer(state, luck),
        ),
        Answer("TellAgain", lambda v: told_move(state, v["words"]), (words,), is_suggested=False, is_correction=True),
        Answer("AskForIdeas", lambda v: moves.AskForIdeas(seat)),
        Answer("PickForMe", lambda v: moves.LetChoose(seat)),
        Answer("PassTurn", lambda v: moves.PassTurn(seat, v.get("next"))),
    ]
    if state.phase is Phase.OFFERING:
        answers.append(Answer("TakeOffer", lambda v: moves.Tell(seat, SpokenWords(state.rest[0]))))
        answers.append(Answer("DeclineOffer", lambda v: moves.DeclineOffer(seat)))
    return GameQuestion(seat, prompt, tuple(answers), preferred_intent="AskForIdeas")


def example_answer(state: State, luck: Luck) -> tuple[str, SpokenWords]:
    """Return an answer for simulated players: one of the suggestions."""
    words = luck.pick(state.suggestions)
    return words, SpokenWords(words)


def part_prompt(state: State, frame: Frame | CardFrame) -> Line:
    """Return the open question in the words of the frame, with the short names of earlier parts."""
    question = next(each for each in frame.questions if each.key == state.open_part)
    known = {part.key: (part.words.text or "", part.seat) for part in state.parts if not part.misheard}
    ask, easier = (fill_short_names(text, frame, known) for text in (question.ask, question.easier))
    name = "ask-again" if state.misheard else "ask-offered" if state.phase is Phase.OFFERING else "ask-part"
    return line(
        "ask-idea" if state.ideas else name,
        seat=state.asked if len(state.seats) > 1 else None,
        question=ask,
        easier=easier,
        offer=as_sentence(state.rest[0]) if state.rest else "",
        first=not state.parts,
    )


def confirm_words(words: SpokenWords) -> Line | None:
    """Return the question whether a spoken answer was heard right; None for a typed answer."""
    if words.sound is None:
        return None
    return line("read-back-part", words=read_back(words.text or ""))


def told_move(state: State, words: SpokenWords | None) -> moves.Tell:
    """Return the move for an answer: one of the suggestions, or own words, divided if they tell several things.

    Without words it is the move as a phone compares it with the moves that were made.
    """
    words = words or SpokenWords("")
    idea = find_idea(words.text or "", state.shown_ideas)
    if idea is not None:
        return moves.Tell(state.asked, SpokenWords(idea))
    if len(state.shape.parts) - len(state.parts) < MIN_QUESTIONS_LEFT_TO_DIVIDE:
        return moves.Tell(state.asked, words)
    first, *rest = split_answer(words.text or "")
    if not rest:
        return moves.Tell(state.asked, words)
    return moves.Tell(state.asked, SpokenWords(first, words.sound), tuple(rest))


def find_idea(text: str, ideas: Sequence[str]) -> str | None:
    """Return the suggestion that is meant: by its place ("the second one"), or by words that only it has."""
    language = get_language()
    plain = re.sub(r"[^\w' -]", "", clean_words(text)).casefold()
    meant = [word for word in plain.split() if word not in language.heard.words.around_place]
    if not ideas or not meant:
        return None
    if len(meant) == 1:
        place = language.ordinals.get(meant[0]) or language.parse_number(meant[0])
        place = len(ideas) if meant[0] == language.heard.words.last else place
        if place is not None and place <= len(ideas):
            return ideas[place - 1]
    said = language.strip_article(plain)
    found = [idea for idea in ideas if re.search(rf"\b{re.escape(said)}\b", idea.casefold())]
    return found[0] if len(found) == 1 else None


# --- narration -----------------------------------------------------------------------------------


def narrate(events: Sequence[Event], before: State, after: State, content: Content) -> Iterator[Line]:
    for event in events:
        match event:
            case moves.MakingBegan() if after.options.mode is Mode.CARD:
                yield line("card-began")
            case moves.FrameChosen():
                yield line("frame-chosen", about=retelling.find_frame(after, content).about)
            case moves.PartKept(words=words, by_narrator=by_narrator, misheard=misheard):
                how = "voice" if misheard else "chosen" if by_narrator else "heard" if words.sound else "typed"
                yield line("part-kept", how=how, words=read_back(words.text or ""))
            case moves.IdeasShown(ideas=ideas):
                yield line("ideas-shown", ideas=AnyOf(ideas))
            case moves.TurnPassed(to=to):
                yield line("turn-passed", to=to, alone=len(after.seats) == 1)
            case GameEnded(outcome):
                kind = "card" if after.options.mode is Mode.CARD else "story"
                yield line("game-ended", finished=outcome.finished, kind=kind)
                yield from tell_story(after, content)
                yield line("story-kept", finished=outcome.finished, kind=kind, makers=retelling.makers(after))
            case _:
                yield from event_lines(event)


def tell_story(state: State, content: Content) -> Iterator[Line]:
    """Yield the story as far as it goes, a line for each paragraph."""
    if state.frame is None or not state.parts:
        return
    frame = retelling.find_frame(state, content)
    if state.options.mode is not Mode.CARD:  # the name of a card is one of its parts
        yield line("text", text=as_sentence(retelling.story_title(state, frame)))
    for chapter in retelling.tell_chapters(state, frame):
        for paragraph in chapter.paragraphs:
            yield line("text", text=" ".join(sentence.spoken for sentence in paragraph))


def look_up(topic: LookUp, state: State, content: Content) -> Iterator[Line]:
    match topic:
        case LookUp.STORY:
            yield from tell_story(state, content)
        case LookUp.ROUND if state.open_part:
            yield line("question-is", number=len(state.parts) + 1, count=len(state.shape.parts))
        case LookUp.OPTIONS if state.ideas:
            yield line("ideas-shown", ideas=AnyOf(state.shown_ideas))


def recap(state: State, content: Content) -> Iterator[Line]:
    if state.parts:
        yield line("recap-parts", words=[read_back(part.words.text or "").rstrip(".") for part in state.parts[-2:]])
    yield from look_up(LookUp.ROUND, state, content)


def panels(view: State, content: Content) -> tuple[Panel, ...]:
    ideas = Panel(line("panel-ideas"), tuple((idea,) for idea in view.shown_ideas))
    return non_empty_panels(ideas, quotes_panel(line("panel-parts"), (part.words.text for part in view.parts)))
