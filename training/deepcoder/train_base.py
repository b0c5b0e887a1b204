"""Trains and exports the base policy: supervised on episodes of authors of mixed skill.

    python -m training.deepcoder.train_base --minutes 20

Two processes of one thread each, gradients averaged: on shared cores this waits less than two threads a product.
"""

import argparse
import csv
import random
import time

import numpy as np
import torch

from training.chat import marks, message
from training.deepcoder.corpus import episode, episodes
from training.deepcoder.export import export_policy
from training.deepcoder.parallel import PROCESSES, in_processes, summed
from training.deepcoder.paths import LOGS, OUT
from training.deepcoder.problems import draw_problem
from training.deepcoder.text import BUDGET_TURNS, PREFIX, reply_text, user_text
from training.deepcoder.tokenizer import train_tokenizer
from training.model import ModelConfig, Policy
from training.policy_files import load_checkpoint, load_tokenizer, save_checkpoint, save_tokenizer
from training.supervised import as_batch, learning_rate, nats_per_reply

SEED = 1
TOKENIZER_EPISODES = 8000
BATCH_EPISODES = 16
CHUNK_EPISODES = 512
PEAK_RATE = 2e-3
WARM_UP_STEPS = 80
CHECK_EVERY = 100
HELD_OUT_PROBLEMS = 128


def batches(seed, tokenizer, special):
    """Endless batches of new episodes, of similar length within a batch."""
    rng, skip = random.Random(seed), len(tokenizer.encode(PREFIX).ids)
    while True:
        texts = [episode(rng) for _ in range(CHUNK_EPISODES)]
        rows = sorted((e.ids[skip:] for e in tokenizer.encode_batch(texts)), key=len)
        groups = [rows[i : i + BATCH_EPISODES] for i in range(0, len(rows), BATCH_EPISODES)]
        rng.shuffle(groups)
        for group in groups:
            yield as_batch(group, special)


def reference_batch(tokenizer, special):
    """The reference programs of held-out problems as first replies."""
    rng = random.Random(5)
    problems = [draw_problem(rng, held_out=True) for _ in range(HELD_OUT_PROBLEMS)]
    texts = [
        message("user", user_text(BUDGET_TURNS, p.text)) + message("assistant", reply_text(p.composition.program()))
        for p in problems
    ]
    return as_batch([e.ids for e in tokenizer.encode_batch(texts)], special)


def train(rank, minutes, resume):
    """One of the processes. resume: go on from the weights in out/base.pt, with a new optimiser."""
    torch.manual_seed(SEED)
    tokenizer = load_tokenizer(OUT)
    special = marks(tokenizer)
    model = Policy(ModelConfig(vocab_size=tokenizer.get_vocab_size(), max_position_embeddings=2048))
    if resume:
        model = load_checkpoint(OUT / "base.pt")
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.95), weight_decay=0.01)
    prefix_ids, reference = tokenizer.encode(PREFIX).ids, reference_batch(tokenizer, special)
    began, step, progress, losses = time.monotonic(), 0, 0.0, []
    file = open(LOGS / ("base-resumed.csv" if resume else "base.csv"), "w", newline="") if rank == 0 else None
    log = csv.writer(file) if file else None
    if log:
        log.writerow(["step", "seconds", "loss_nats_per_reply", "held_out_reference_nats_per_reply"])
    for batch in batches(f"{SEED} {rank} {resume}", tokenizer, special):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(PEAK_RATE, WARM_UP_STEPS, step, progress)
        optimizer.zero_grad()
        loss = nats_per_reply(model, prefix_ids, batch)
        loss.backward()
        elapsed = time.monotonic() - began
        loss, progress = (value / PROCESSES for value in summed(model, [loss.item(), elapsed / 60 / minutes]))
        for p in model.parameters():
            p.grad /= PROCESSES
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step, losses = step + 1, losses + [loss]
        if log and (step % CHECK_EVERY == 0 or progress >= 1):
            with torch.no_grad():
                held_out = nats_per_reply(model, prefix_ids, reference).item()
            log.writerow([step, f"{elapsed:.1f}", f"{np.mean(losses):.4f}", f"{held_out:.4f}"])
            file.flush()
            losses = []
            save_checkpoint(model, OUT / "base.pt")
        if progress >= 1:
            break


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--resume", action="store_true", help="go on from out/base.pt")
    options = parser.parse_args()
    if not options.resume:
        save_tokenizer(train_tokenizer(episodes(SEED, TOKENIZER_EPISODES)), OUT)
    in_processes(train, options.minutes, options.resume)
    export_policy("base")
