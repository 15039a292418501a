"""What can be said in this very state, for those who ask."""

from narrator.talk.moment import Moment
from narrator.tell.lines import Line, line


def phrases(at: Moment) -> tuple[Line, ...]:
    """The phrases that would do now, and those that always do."""
    return (*would_do(at), line("say-always"))


def would_do(at: Moment) -> tuple[Line, ...]:
    place = at.open_place
    if at.now.waiting:
        return (line("say-waiting", kind=at.now.waiting.kind),)
    if at.to_lock:
        return (line("say-Ready"),)
    if at.now.booth:
        return (line("say-booth", seat=at.now.booth.seat),)
    if at.ask and at.ask.seat in at.on_phones:
        return (line("say-phone", seats=at.on_phones),)
    if at.now.filled and place and place.free:
        return (line("say-waiting", kind="words" if place.skippable else "free"),)
    return tuple(line(f"say-{answer.intent}") for answer in (at.ask.answers if at.ask else ()))
