"""The one loop: ears put what they heard into the inbox, the conversation answers, the voice says it.

Ears run in threads of their own and touch nothing but the inbox. The conversation, and with it the table, belongs to
the thread that runs this loop; nobody else ever sees it.
"""

from collections.abc import Sequence
from queue import SimpleQueue

from narrator.ears.port import Ear, Gone, Heard, Inbox, Pressed, Trouble
from narrator.voices.port import Voice
from narrator.words.conversation import Conversation
from narrator.words.mouth import Said


def run(conversation: Conversation, ears: Sequence[Ear], voice: Voice, resume: int | None = None) -> None:
    """Play until somebody says goodbye or nobody can be heard any more. Everything is kept at any moment.

    With the number of a kept game, go straight on with that one.
    """
    inbox: Inbox = SimpleQueue()
    try:
        voice.say(conversation.open() if resume is None else conversation.resume(resume))
        for ear in ears:
            ear.listen(inbox)
        while not conversation.done:
            match inbox.get():
                case Heard(text):
                    voice.say(conversation.hear(text))
                case Pressed(keys):
                    voice.say(conversation.key(keys))
                case Trouble(sentence):
                    voice.say((Said(sentence),))
                case Gone():
                    break
    finally:
        for ear in ears:
            ear.close()
        voice.close()
        conversation.close()
