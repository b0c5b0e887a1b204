"""Trains and exports the base policy: supervised on games of demonstrators of mixed skill.

    python -m training.frozenlake.train_base
"""

import argparse
import csv
import time

import numpy as np
import torch

from training.chat import marks
from training.frozenlake.corpus import games
from training.frozenlake.evaluate import held_out_games, summary
from training.frozenlake.export import export_policy
from training.frozenlake.paths import LOGS, OUT
from training.frozenlake.text import PREFIX
from training.frozenlake.tokenizer import train_tokenizer
from training.model import ModelConfig, Policy
from training.policy_files import save_checkpoint, save_tokenizer
from training.supervised import as_batch, learning_rate, nats_per_reply

SEED = 1
TOKENIZER_GAMES = 5000
BATCH_GAMES = 48
PEAK_RATE = 2e-3
WARM_UP_STEPS = 60
CHECK_EVERY = 200


def batches(texts, tokenizer, rng):
    """Yields (ids, targets, replies) of 48 games of similar length, in random order."""
    special, skip = marks(tokenizer), len(tokenizer.encode(PREFIX).ids)
    chunks = (texts[i : i + 4800] for i in range(0, len(texts), 4800))
    rows = sorted((e.ids[skip:] for chunk in chunks for e in tokenizer.encode_batch(chunk)), key=len)
    groups = [rows[i : i + BATCH_GAMES] for i in range(0, len(rows), BATCH_GAMES)]
    for g in rng.permutation(len(groups)):
        yield as_batch(groups[g], special)


def train(steps):
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    texts = games(SEED, steps * BATCH_GAMES)
    tokenizer = train_tokenizer(texts[:TOKENIZER_GAMES])
    save_tokenizer(tokenizer, OUT)
    model = Policy(ModelConfig(vocab_size=tokenizer.get_vocab_size()))
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.95), weight_decay=0.01)
    prefix_ids = tokenizer.encode(PREFIX).ids
    began = time.monotonic()
    nats, replies_seen = 0.0, 0
    with open(LOGS / "base.csv", "w", newline="") as file:
        log = csv.writer(file)
        log.writerow(["step", "seconds", "loss_nats_per_reply", "held_out_success", "entropy_nats_per_reply"])
        for step, batch in enumerate(batches(texts, tokenizer, rng), start=1):
            progress = max(0.0, (step - 1 - WARM_UP_STEPS) / (steps - WARM_UP_STEPS))
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(PEAK_RATE, WARM_UP_STEPS, step - 1, progress)
            loss, replies = nats_per_reply(model, prefix_ids, batch), batch[2]
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            nats, replies_seen = nats + loss.item() * replies, replies_seen + replies
            if step % CHECK_EVERY == 0 or step == steps:
                numbers = summary(held_out_games(model, tokenizer, seed=5, maps=250))
                row = [step, time.monotonic() - began, nats / replies_seen]
                row += [numbers["success"], numbers["entropy_nats_per_reply"]]
                log.writerow([row[0], *(f"{value:.4f}" for value in row[1:])])
                file.flush()
                nats, replies_seen = 0.0, 0
                save_checkpoint(model, OUT / "base.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1800)
    options = parser.parse_args()
    torch.set_num_threads(2)
    train(options.steps)
    export_policy("base")
