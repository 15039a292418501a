"""Look at everything that Narrator hears and speaks with, and try it out: say something, and listen.

For each thing that is missing there is the one command that mends it, if a command can.
The result is 0 if a game can be played in some way, be it by typing and reading.
"""

import json
from dataclasses import asdict

from narrator import __version__
from narrator.commands._doctor_checks import Diagnosis, DoctorArguments, Works, examine


def run(wishes: DoctorArguments) -> int:
    found: list[Diagnosis] = []
    for diagnosis in examine(wishes):
        found.append(diagnosis)
        if not wishes.json:
            print(f"{diagnosis.works:8} {diagnosis.what}: {diagnosis.said}", flush=True)
            if diagnosis.mend:
                print(f"{'':8} To mend it: {diagnosis.mend}", flush=True)
    can = possible(found)
    if wishes.json:
        findings = [asdict(each) for each in found]
        report = {"narrator": __version__, "playable": bool(can), "how": can, "findings": findings}
        print(json.dumps(report, indent=2, ensure_ascii=False))
    elif can:
        print(f"\nYou can play by {can[0]}: narrator play")
    else:
        print("\nNo game can be played yet. Mend what is missing above, then run `narrator doctor` again.")
    return 0 if can else 1


def possible(found: list[Diagnosis]) -> list[str]:
    """The ways in which a game can be played, the best first; none if it cannot be kept or there is none."""
    good = {diagnosis.what for diagnosis in found if diagnosis.works in (Works.FINE, Works.SO_SO)}
    bad = {diagnosis.what for diagnosis in found if diagnosis.works is Works.MISSING}
    if not {"Stories", "Data folder"} <= good or "Packages" in bad:
        return []
    heard = {"Microphones", "Speech model", "Ear"} <= good and "Microphone test" not in bad
    speaks = {"Speakers", "Voice"} <= good and "Spoken test" not in bad
    return (
        (["voice alone"] if heard and speaks else [])
        + (["listening and typing"] if speaks else ["speaking and reading"] if heard else [])
        + ["typing and reading"]
    )
