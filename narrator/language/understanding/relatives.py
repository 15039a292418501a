"""Relatives have several names: "Mum" and "Mom" are the same person, unless both play."""

from collections.abc import Collection

from narrator.language.language import get_language


def other_names(name: str, players: Collection[str]) -> tuple[str, ...]:
    """Return the other names of a relative, except those of other players."""
    taken = {player.casefold() for player in players}
    families = (each for each in get_language().heard.players.relatives if name.casefold() in each)
    return tuple(other for other in next(families, ()) if other not in taken)
