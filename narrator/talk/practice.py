"""A practice round: a table that leaves no trace, with another tale and other cards, so as to give nothing away."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.box.content import Box
from narrator.games import DEFAULT
from narrator.host.plan import Plan
from narrator.host.port import host_of
from narrator.keep.journal import Journal
from narrator.keep.table import Table

TRIES = 9
"""So often another tale is looked for, where there are few."""


class Practice:
    """One table to try things out at, and the folder that goes with it."""

    def __init__(self, plan: Plan, box: Box) -> None:
        name = plan.game or DEFAULT
        host = host_of(name)
        counts = host.story_title(host.options(plan, box), box)
        for attempt in range(TRIES):
            self.plan = replace(plan, seed=f"practice {attempt} before {plan.seed}", story=None)
            options = host.options(self.plan, box)
            if counts is None or host.story_title(options, box) != counts:
                break
        self._folder = TemporaryDirectory(prefix="narrator-practice-")
        self._journal = Journal.open(Path(self._folder.name) / "practice.sqlite")
        self.table = Table.begin(self._journal, name, self.plan.seats, options, self.plan.seed)

    def close(self) -> None:
        self.table.close()
        self._journal.close()
        self._folder.cleanup()
