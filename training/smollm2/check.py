"""Holds the folders that make.py wrote against transformers on the same GGUF file, and writes reference.json.

    python -m training.smollm2.check [--models models] [--gguf FILE]
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from transformers import AutoTokenizer

from training.export import write_json
from training.smollm2.check_files import check_tokenizer, check_weights
from training.smollm2.folders import GENAI, TRANSFORMERS_JS
from training.smollm2.onnx_replies import greedy, open_session, score
from training.smollm2.prompts import chats
from training.smollm2.reference import REPLY_TOKENS, answer, load_reference
from training.smollm2.weights import fetch_gguf, read_policy

TOLERANCE_NATS = 1e-4
ROWS = 5


def main():
    parser = argparse.ArgumentParser(description="check the folders of SmolLM2-135M-Instruct")
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--gguf", type=Path, help="instead of the file downloaded into --models")
    options = parser.parse_args()
    torch.set_num_threads(1)
    folder, genai = options.models / TRANSFORMERS_JS, options.models / GENAI
    gguf = options.gguf or fetch_gguf(options.models)

    policy, metadata = read_policy(gguf)
    reference = load_reference(gguf)
    check_weights(policy, reference)
    tokenizer = AutoTokenizer.from_pretrained(str(folder))
    check_tokenizer(tokenizer, metadata)
    started = time.monotonic()
    rows = [answer(reference, tokenizer, messages) for messages in chats()]
    del policy, reference
    write_json(folder / "reference.json", {"weights": gguf.name, "end_token_id": tokenizer.eos_token_id, "chats": rows})
    tokens = sum(len(row["reply_token_ids"]) for row in rows)
    print(f"transformers: {len(rows)} chats, {tokens} reply tokens in {time.monotonic() - started:.0f} s")

    model, four_bits, grouped = folder / "onnx" / "model.onnx", folder / "onnx" / "model_q4.onnx", genai / "model.onnx"
    compare(model, rows, [1, ROWS], tokenizer.eos_token_id, TOLERANCE_NATS)
    compare(grouped, rows, [1], tokenizer.eos_token_id, TOLERANCE_NATS)
    compare(four_bits, rows, [ROWS], tokenizer.eos_token_id, None)


def compare(path, rows, batches, end, tolerance):
    """Prints how far an ONNX model is from the reference rows; throws where it is farther than tolerance, in nats.

    batches: how many chats share a run, for the greedy replies; every one is tried.
    """
    session = open_session(path)
    worst = compare_given(path, session, rows)
    for batch in batches:
        different, difference = compare_greedy(path, session, rows, batch, end)
        worst = max(worst, difference)
        if tolerance is not None and different:
            raise ValueError(f"{path}: expected the replies of transformers, got others in chats {different}")
    if tolerance is not None and worst > tolerance:
        raise ValueError(f"{path}: expected at most {tolerance} nats, got {worst}")


def compare_given(path, session, rows):
    """Largest difference in nats over all tokens of prompts and replies, each chat read in one run."""
    started = time.monotonic()
    all_tokens, replies = [], []
    for row in rows:
        got = score(session, row["prompt_token_ids"] + row["reply_token_ids"])
        difference = np.abs(got - row["token_log_probs"])
        all_tokens.append(difference)
        replies.append(difference[-len(row["reply_token_ids"]) :])
    all_tokens, replies = np.concatenate(all_tokens), np.concatenate(replies)
    print(
        f"{path}: log-probabilities of {len(all_tokens)} tokens differ by at most {all_tokens.max():.1e} nats,"
        f" of {len(replies)} reply tokens by {replies.max():.1e}, {replies.mean():.1e} on average"
        f" ({time.monotonic() - started:.0f} s)"
    )
    return all_tokens.max()


def compare_greedy(path, session, rows, batch, end):
    """(chats whose reply is another, largest difference in nats over the tokens of the others)"""
    started, replies = time.monotonic(), []
    for at in range(0, len(rows), batch):
        replies += greedy(session, [row["prompt_token_ids"] for row in rows[at : at + batch]], REPLY_TOKENS, end)
    different, worst = [], 0.0
    for i, ((tokens, log_probs), row) in enumerate(zip(replies, rows)):
        if tokens == row["reply_token_ids"]:
            worst = max(worst, np.abs(np.array(log_probs) - row["token_log_probs"][-len(tokens) :]).max())
        else:
            different.append(i)
    print(
        f"{path}, {batch} a run: {len(rows) - len(different)} of {len(rows)} greedy replies the same,"
        f" their log-probabilities within {worst:.1e} nats ({time.monotonic() - started:.0f} s)"
    )
    return different, worst


if __name__ == "__main__":
    main()
