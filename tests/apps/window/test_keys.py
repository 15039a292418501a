"""Keys are long, work once, and are slow to guess."""

import base64

from narrator.apps.window.keys import Keys, TooManyGuesses, load_word_list


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_key_has_128_bits_and_passphrase_ignores_case_and_dashes() -> None:
    keys = Keys()
    invitation = keys.invitation_for("Lily")
    assert len(base64.urlsafe_b64decode(invitation.key + "==")) * 8 == 128
    assert len(invitation.passphrase.split("-")) == 4
    assert len({*load_word_list()}) == len(load_word_list()) > 300
    assert keys.redeem(f"  {invitation.passphrase.replace('-', '  ').title()} ", "phone") is not None
    assert keys.seats_with_phone == {"Lily"}


def test_key_and_passphrase_work_once_for_both() -> None:
    keys = Keys()
    invitation = keys.invitation_for("Lily")
    holder, token = keys.redeem(invitation.key, "phone")
    assert keys.find_holder(token) == holder
    for secret in (invitation.key, invitation.passphrase):
        assert keys.redeem(secret, secret) is None


def test_new_phone_needs_release_and_disconnects_the_old_one() -> None:
    keys = Keys()
    _, old = keys.redeem(keys.invitation_for("Lily").key, "old")
    assert keys.redeem(keys.invitation_for("Lily").key, "thief") is None
    keys.release("Lily")
    assert keys.find_holder(old) is None
    _, new = keys.redeem(keys.invitation_for("Lily").key, "new")
    assert keys.find_holder(new).seat == "Lily"


def test_guesses_are_slowed_down_per_address() -> None:
    clock = Clock()
    keys = Keys(clock)
    counted = 0
    for _ in range(36_000):  # ten guesses per second for an hour
        try:
            keys.redeem("acorn acorn acorn acorn", "guesser")
            counted += 1
        except TooManyGuesses:
            pass
        clock.now += 0.1
    assert counted < 70
    assert keys.redeem(keys.invitation_for("Lily").passphrase, "lily") is not None, "other addresses do not wait"


def test_unknown_token_has_no_holder() -> None:
    keys = Keys()
    assert keys.find_holder(None) is None
    assert keys.find_holder("") is None
    assert keys.find_holder(keys.invitation_for(None).key) is None
