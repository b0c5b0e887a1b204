"""Holds SCRATCH's answers.json and games.jsonl against PyTorch, transformers, onnxruntime; exits 1 beyond a bar.

    python -m tests.llm.compare MODELS ENGINE SCRATCH
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from scipy.special import log_softmax
from scipy.stats import chisquare
from transformers import AutoTokenizer, TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

from training.smollm2.folders import TRANSFORMERS_JS
from training.smollm2.reference import load_reference
from training.smollm2.weights import fetch_gguf

FP32_NATS = 1e-4
# Tokens read together are summed in another order than alone: in float32 that moves what 30 layers give by 1.5e-5, less
# than PyTorch and ONNX Runtime are apart (3.7e-5).
TOGETHER_NATS = 3e-5
# For the same reason a draw that falls on the very edge between two tokens may fall to its other side.
SAME_DRAWS = 0.95
# A fixed seed: this says how unlikely a fault-free tool had to be to miss it once, not how often it will.
CHANCE = 1e-3
# Fewer draws behind a first token say nothing of the second.
ENOUGH = 400


class Table:
    def __init__(self):
        self.rows = []

    def at_most(self, line, figure, bar):
        self.rows.append((line, f"{figure:.1e}", f"<= {bar:.0e}", figure <= bar))

    def at_least(self, line, figure, bar):
        self.rows.append((line, f"{figure:.3f}", f">= {bar:.3f}", figure >= bar))

    def all_of(self, line, good, of):
        self.rows.append((line, f"{good} of {of}", "all", good == of > 0))

    def print(self):
        rows = [("line", "figure", "bar", "ok")] + [(*row[:3], "yes" if row[3] else "NO") for row in self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        return all(row[3] for row in self.rows)


def largest(pairs):
    """Largest difference between two lists of each pair, of which no number may be missing."""
    differences = [np.abs(np.subtract(got, expected)).max() for got, expected in pairs if len(got) == len(expected) > 0]
    return max(differences, default=np.inf) if len(differences) == len(pairs) else np.inf


def compare_replies(table, plan, answers):
    chats = plan["chats"]
    prompts = [got == chat["prompt_token_ids"] for got, chat in zip(answers["prompts"], chats, strict=True)]
    table.all_of("chats rendered and encoded as transformers does", sum(prompts), len(chats))
    pairs = list(zip(answers["replies"], chats, strict=True))
    same = [got["greedy"]["tokenIds"] == chat["reply_token_ids"] for got, chat in pairs]
    table.all_of("fp32 greedy replies of transformers", sum(same), len(chats))
    expected = [chat["token_log_probs"][-len(chat["reply_token_ids"]) :] for chat in chats]
    got = [one["score"]["logProbs"] for one, _ in pairs]
    table.at_most("fp32 scored replies, nats a token", largest(list(zip(got, expected))), FP32_NATS)
    drawn = [(one["greedy"]["logProbs"], e) for (one, _), e, s in zip(pairs, expected, same) if s]
    table.at_most("fp32 drawn replies, nats a token", largest(drawn), FP32_NATS)


def compare_conversations(table, conversations):
    """States of one conversation asked together, and one by one from the last, against each in its own session."""
    alone = conversations["alone"]
    for kind, words in (("together", "together"), ("oneByOne", "last first")):
        pairs = list(zip(conversations[kind], alone, strict=True))
        scores = [(g["logProbs"], e["logProbs"]) for got, want in pairs for g, e in zip(got["scores"], want["scores"])]
        table.at_most(f"states of one session, {words}, nats", largest(scores), TOGETHER_NATS)
        draws = [(g["tokenIds"], e["tokenIds"]) for got, want in pairs for g, e in zip(got["draws"], want["draws"])]
        same = sum(got == want for got, want in draws) / len(draws)
        table.at_least(f"draws of one session that are the same, {words}", same, SAME_DRAWS)


def drawing_log_probs(logits, decoding):
    """Of each token, by the processors of transformers."""
    scores = torch.tensor(logits)[None]
    if decoding["temperature"] != 1:
        scores = TemperatureLogitsWarper(float(decoding["temperature"]))(None, scores)
    if decoding["topK"] != 0:
        scores = TopKLogitsWarper(decoding["topK"])(None, scores)
    if decoding["topP"] != 1:
        scores = TopPLogitsWarper(decoding["topP"])(None, scores)
    return log_softmax(scores[0].numpy())


def chance_of(tokens, probabilities):
    """p-value of Pearson's test; tokens of which fewer than five are expected count as one."""
    counts = np.bincount(tokens, minlength=len(probabilities))
    expected = probabilities * len(tokens)
    single = expected >= 5
    pooled = [counts[~single].sum()], [expected[~single].sum()]
    counts, expected = (np.append(a, b) for a, b in zip((counts[single], expected[single]), pooled))
    if expected[-1] < 5:
        counts, expected = np.append(counts[:-2], counts[-2:].sum()), np.append(expected[:-2], expected[-2:].sum())
    return 1.0 if len(counts) < 2 else chisquare(counts, expected * (counts.sum() / expected.sum())).pvalue


class Place:
    """Where tokens are drawn: their exact log-probabilities, full and as decoded, at the first and the second one.

    The second stands behind the most likely first.
    """

    def __init__(self, token, first, second, decoding):
        self.token = token
        self.full = [log_softmax(first), log_softmax(second)]
        self.decoded = [drawing_log_probs(first, decoding), drawing_log_probs(second, decoding)]

    def tokens_of(self, got):
        """[(first tokens, their log-probabilities), (second tokens behind the likely first, theirs)]"""
        draws = list(zip(got["tokenIds"], got["logProbs"], strict=True))
        behind = [(ids[1], log_probs[1]) for ids, log_probs in draws if len(ids) == 2 and ids[0] == self.token]
        parts = [(ids[0], log_probs[0]) for ids, log_probs in draws], behind
        return [(np.array([t for t, _ in part], dtype=int), np.array([lp for _, lp in part])) for part in parts]


def compare_draws(table, plan, answers, expected):
    drawn, scored = [], []
    for decoding, answers_here in zip(plan["decodings"], answers["draws"], strict=True):
        chances, allowed, total, behind = [], 0, 0, 0
        for at, (asked, got) in enumerate(zip(plan["sampled"], answers_here, strict=True)):
            place = Place(asked["token"], expected["first"][at], expected["second"][at], decoding)
            for part, (tokens, log_probs) in enumerate(place.tokens_of(got)):
                if len(tokens) < ENOUGH:
                    continue
                behind += part
                total += len(tokens)
                allowed += int(np.isfinite(place.decoded[part][tokens]).sum())
                chances.append(chance_of(tokens, np.exp(place.decoded[part])))
                drawn.append((log_probs, place.full[part][tokens]))
            score, twice = got["score"], [place.token, place.token]
            scored.append((score["logProbs"], [place.full[part][token] for part, token in enumerate(twice)]))
            chance = sum(place.decoded[part][token] for part, token in enumerate(twice))
            # JSON writes minus infinity as null.
            told = -np.inf if score["drawLogProb"] is None else score["drawLogProb"]
            scored.append(([np.exp(told)], [np.exp(chance)]))
        if total < len(plan["sampled"]) * plan["draws"] or behind == 0:
            raise ValueError(f"{decoding}: expected {plan['draws']} draws a place, and second ones, got {total}")
        name = ", ".join(f"{name} {value}" for name, value in decoding.items())
        table.at_least(f"{name}: least of {len(chances)} chi-square chances", min(chances), CHANCE)
        table.all_of(f"{name}: draws the decoding allows", allowed, total)
    table.at_most("drawn tokens' full log-probability, nats", largest(drawn), FP32_NATS)
    table.at_most("two given tokens: nats each, and the chance to draw them", largest(scored), FP32_NATS)


def compare_others(table, plan, answers):
    for name, expected in plan["expected_of_others"].items():
        pairs = list(zip(answers["others"][name], expected, strict=True))
        scores = [(got["score"]["logProbs"], want["log_probs"]) for got, want in pairs]
        table.at_most(f"{name}: scored replies as in Python, nats a token", largest(scores), FP32_NATS)
        same = sum(got["greedy"]["tokenIds"] == want["greedy"] for got, want in pairs)
        table.all_of(f"{name}: greedy replies as in Python", same, len(pairs))


def compare_games(table, file, model, tokenizer):
    """Every action of every turn, its prompt rendered again from the game's messages."""
    pairs, games, texts, turns = [], 0, 0, 0
    for line in file.read_text(encoding="utf-8").splitlines():
        games += 1
        history = []
        for turn in json.loads(line)["turns"]:
            turns += 1
            history += turn["messages"]
            action = turn["action"]
            text = tokenizer.apply_chat_template(history, tokenize=False, add_generation_prompt=True)
            prompt = tokenizer(text, add_special_tokens=False).input_ids
            with torch.no_grad():
                logits = model(torch.tensor([prompt + action["token_ids"]])).logits[0, len(prompt) - 1 : -1]
            log_probs = log_softmax(logits.double().numpy(), axis=-1)
            pairs.append((action["log_probs"], log_probs[np.arange(len(log_probs)), action["token_ids"]]))
            spoken = [id for id in action["token_ids"] if id != tokenizer.eos_token_id]
            texts += tokenizer.decode(spoken) == action["text"]
            history.append({"role": "assistant", "content": action["text"]})
    table.at_most(f"{games} games of {turns} turns, nats a token", largest(pairs), FP32_NATS)
    table.all_of("actions' texts as transformers decodes them", texts, turns)


def main(models, engine, scratch):
    models, scratch = Path(models), Path(scratch)
    plan = json.loads((scratch / "plan.json").read_text())
    answers = json.loads((scratch / "answers.json").read_text())
    table = Table()
    compare_replies(table, plan, answers)
    compare_conversations(table, answers["conversations"])
    compare_draws(table, plan, answers, np.load(scratch / "expected.npz"))
    compare_others(table, plan, answers)
    model, tokenizer = load_reference(fetch_gguf(models)), AutoTokenizer.from_pretrained(str(models / TRANSFORMERS_JS))
    compare_games(table, scratch / "games.jsonl", model, tokenizer)
    print(f"SmolLM2-135M-Instruct, --engine {engine}, against PyTorch, transformers and onnxruntime in Python")
    sys.exit(0 if table.print() else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
