"""Keys: long, good for one exchange, and slow to guess."""

import base64

from narrator.apps.window.keys import Keys, TooManyGuesses, load_word_list


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_key_has_128_bits_and_four_words_are_typed_as_one_likes() -> None:
    keys = Keys()
    invitation = keys.invitation_for("Lily")
    assert len(base64.urlsafe_b64decode(invitation.key + "==")) * 8 == 128
    assert len(invitation.passphrase.split("-")) == 4
    assert len({*load_word_list()}) == len(load_word_list()) > 300
    assert keys.redeem(f"  {invitation.passphrase.replace('-', '  ').title()} ", "phone") is not None
    assert keys.seats_with_phone == {"Lily"}


def test_either_opens_once_and_the_other_is_shut_with_it() -> None:
    keys = Keys()
    invitation = keys.invitation_for("Lily")
    holder, token = keys.redeem(invitation.key, "phone")
    assert keys.find_holder(token) == holder
    for secret in (invitation.key, invitation.passphrase):
        assert keys.redeem(secret, secret) is None


def test_a_seat_that_is_held_cannot_be_taken_and_a_new_phone_shuts_the_old_one_out() -> None:
    keys = Keys()
    _, old = keys.redeem(keys.invitation_for("Lily").key, "old")
    assert keys.redeem(keys.invitation_for("Lily").key, "thief") is None
    keys.release("Lily")
    assert keys.find_holder(old) is None
    _, new = keys.redeem(keys.invitation_for("Lily").key, "new")
    assert keys.find_holder(new).seat == "Lily"


def test_guesses_are_slowed_down_for_whoever_guesses() -> None:
    clock = Clock()
    keys = Keys(clock)
    counted = 0
    for _ in range(36_000):  # an hour long, ten times a second
        try:
            keys.redeem("acorn acorn acorn acorn", "guesser")
            counted += 1
        except TooManyGuesses:
            pass
        clock.now += 0.1
    assert counted < 70
    assert keys.redeem(keys.invitation_for("Lily").passphrase, "lily") is not None, "others need not wait"


def test_nobody_holds_what_was_never_given_out() -> None:
    keys = Keys()
    assert keys.find_holder(None) is None
    assert keys.find_holder("") is None
    assert keys.find_holder(keys.invitation_for(None).key) is None
