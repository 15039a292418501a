"""A conversation under test, addressed in plain sentences."""

from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Plan
from narrator.storage.journal import Journal
from tests.support.tables import content


class Talk:
    """A conversation under test; `said` is the last answer in the room as one text."""

    def __init__(self, journal: Journal, plan: Plan | None = None, **options: bool) -> None:
        self.talk = Conversation(journal, content(), plan, **{"practice": False, **options})
        self.said = ""
        self.whispered = ""
        self._hear(self.talk.open())

    def say(self, *texts: str) -> str:
        for text in texts:
            self._hear(self.talk.key(text[1:]) if text.startswith("#") else self.talk.hear(text))
        return self.said

    def _hear(self, answer: tuple) -> None:
        self.said = " ".join(line.text for line in answer if line.audience.seat is None)
        self.whispered = " ".join(line.text for line in answer if line.audience.seat is not None)

    @property
    def table(self):
        return self.talk.game_topic.table

    def hand(self, seat: str) -> list[str]:
        return list(self.table.state.hands[seat])
