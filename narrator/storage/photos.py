"""Photos on a family's own cards, stored in `pictures/` of the pack of each card."""

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex

from narrator.core.errors import StorageError
from narrator.language.content.packs import made_folder
from narrator.storage.disk import make_private_folder, shred_file, write_atomically
from narrator.storage.journal import Journal
from narrator.storage.made_packs import card_folder, has_card, write_pack
from narrator.storage.messages import from_os_error
from narrator.storage.shared_pack import MAX_PHOTO_BYTES, PHOTO_BEGINS, PHOTO_NAME, PICTURES, unpacked_folders

MEDIA_TYPES: Mapping[str, str] = {".jpg": "image/jpeg", ".png": "image/png"}
NO_PHOTO = "This is not a photo that Narrator can show. Choose a JPEG or PNG file of at most 4 MB."


def add_photo(journal: Journal, game_id: int, body: bytes) -> str:
    """Put a photo on the card that this making left, instead of an older one. Return its name."""
    ending = next((ending for ending, begins in PHOTO_BEGINS.items() if body.startswith(begins)), None)
    if ending is None or len(body) > MAX_PHOTO_BYTES:
        raise StorageError(NO_PHOTO)
    if not has_card(game_id):
        raise StorageError("Only a card of your own can have a photo. `narrator make a card` makes one.")
    folder, name = card_folder(game_id) / PICTURES, f"photo-{token_hex(6)}{ending}"
    try:
        make_private_folder(folder)
        older = [*folder.iterdir()]
        write_atomically(folder / name, body)
        for path in older:
            shred_file(path)
    except OSError as error:
        raise from_os_error(error, folder) from error
    write_pack(journal, game_id)
    return name


def find_photo(name: str) -> Path | None:
    """Return the file of a photo, at home or in a pack from another family; `None` if it is gone."""
    if not PHOTO_NAME.fullmatch(name):
        return None
    folders = (*made_folder().glob("card-*"), *unpacked_folders())
    return next((file for folder in folders if (file := folder / PICTURES / name).is_file()), None)
