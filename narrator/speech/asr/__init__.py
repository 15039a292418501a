"""Speech recognition: from PCM to accepted phrases.

Data flow, one module per stage:

    recording / microphone   blocks of PCM (`audio_format`: 16 kHz mono, frames of 10 ms)
    vad                      which frames are a voice that speaks to us
    utterance                one utterance's audio, amplified, with `noise_suppressor` applied
    vosk_decoder             hypotheses with log-likelihoods (`decoder` has the protocols, `vosk_model` the model)
    phrase_index             is a hypothesis a whole phrase, the start of one, or neither?
    decision                 accept, ask back or refuse (`evidence`: the log-odds; `phrase_scorer`: Moonshine)
    endpointer               has the speaker finished?
    recogniser               runs the stages above for a stream of PCM
    speech_input             runs a recogniser in a thread and reports to the session (`room_monitor`: why it failed)

Tuned constants
---------------
The constants of this package were tuned on one half of the speakers and noises and reported on the other. The halves
are split by a checksum of the speaker's name; noises are split by time, music by piece (`bench/hearing_rooms.py`). To
see what a constant is worth, run the bench on the tuning half with another value:

    python -m bench.hearing --recordings DIR --half tune --only SET … --set MODULE.CONSTANT=VALUE

It prints the recogniser as it is and, below it, the recogniser with that value. Each constant's docstring ends with a
`Bench:` note: the module of `bench` to run, and its options. `hearing --only` names the sets that the constant acts on;
`hearing --ablation` names the row that leaves it out. Only the constants with an ablation row have been measured one by
one; the others were tuned together.
"""
