"""Keys are long and slow to guess, and a seat has one holder."""

import base64

from narrator.apps.window.keys import Keys, StoredKeys, TooManyGuesses, load_word_list


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def table_keys(clock: Clock | None = None) -> Keys:
    keys = Keys(clock or Clock())
    keys.invite(["Lily", "Nick"])
    return keys


def test_key_has_128_bits_and_passphrase_ignores_case_and_dashes() -> None:
    keys = table_keys()
    invitation = keys.table_invitation
    assert len(base64.urlsafe_b64decode(invitation.key + "==")) * 8 == 128
    assert len(invitation.passphrase.split("-")) == 4
    assert len({*load_word_list()}) == len(load_word_list()) > 300
    assert keys.check(f"  {invitation.passphrase.replace('-', '  ').title()} ", "phone") == "table"


def test_key_of_the_big_screen_works_once() -> None:
    keys = Keys(Clock())
    invitation = keys.screen_invitation
    assert keys.check(invitation.key, "screen") == "screen"
    assert keys.find_holder(keys.admit_screen()).seat is None
    for secret in (invitation.key, invitation.passphrase):
        assert keys.check(secret, secret) is None


def test_table_key_admits_nobody_while_no_phones_are_invited() -> None:
    keys = table_keys()
    keys.allows_spectators = True
    keys.invite((), "Who is playing?")
    assert keys.check(keys.table_invitation.key, "phone") == "table"
    assert (keys.admit_to_seat("Lily"), keys.admit_spectator()) == (None, None)
    assert keys.why_closed == "Who is playing?"
    keys.invite(["Lily"], "Lily's turn.")
    assert keys.why_closed == ""


def test_table_key_stays_valid_until_it_is_replaced() -> None:
    keys = table_keys()
    old = keys.table_invitation.key
    lily = keys.admit_to_seat("Lily")
    assert keys.check(old, "second phone") == "table"
    keys.replace_table_invitation()
    assert keys.check(old, "third phone") is None
    assert keys.find_holder(lily).seat == "Lily"


def test_new_phone_needs_release_and_disconnects_the_old_one() -> None:
    keys = table_keys()
    old = keys.admit_to_seat("Lily")
    assert keys.admit_to_seat("Lily") is None
    assert keys.admit_to_seat("Somebody") is None
    keys.release("Lily")
    assert keys.find_holder(old) is None
    assert keys.was_revoked(old)
    assert keys.find_holder(keys.admit_to_seat("Lily")).seat == "Lily"


def test_spectator_is_admitted_only_if_allowed() -> None:
    keys = table_keys()
    assert keys.admit_spectator() is None
    keys.allows_spectators = True
    assert keys.find_holder(keys.admit_spectator()).is_spectator


def test_guesses_are_slowed_down_per_address() -> None:
    clock = Clock()
    keys = table_keys(clock)
    counted = 0
    for _ in range(36_000):  # ten guesses per second for an hour
        try:
            keys.check("acorn acorn acorn acorn", "guesser")
            counted += 1
        except TooManyGuesses:
            pass
        clock.now += 0.1
    assert counted < 70
    assert keys.check(keys.table_invitation.passphrase, "lily") == "table", "other addresses do not wait"


def test_unknown_token_has_no_holder() -> None:
    keys = Keys()
    assert keys.find_holder(None) is None
    assert keys.find_holder("") is None
    assert keys.find_holder(keys.screen_invitation.key) is None


def test_stored_keys_admit_the_same_phones_and_contain_no_token() -> None:
    keys = table_keys()
    lily, screen = keys.admit_to_seat("Lily"), keys.admit_screen()
    stored = keys.to_store().model_dump_json()
    assert lily not in stored
    assert screen not in stored
    later = Keys()
    later.restore(StoredKeys.model_validate_json(stored))
    assert later.seats_with_phone == {"Lily"}
    assert later.find_holder(lily).seat == "Lily"
    assert later.find_holder(screen).seat is None
    assert later.table_invitation == keys.table_invitation
