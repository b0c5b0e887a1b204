"""NLL of saved actions again, with onnxruntime, tokenizers and jinja2 in Python: one full forward pass each, no cache.

    python nll.py RUN_FOLDER TRAJECTORIES.jsonl NAME=FOLDER...      the baseline first
"""

import json
import sys
from functools import cached_property
from pathlib import Path

import numpy as np
import onnxruntime
from jinja2.sandbox import ImmutableSandboxedEnvironment
from tokenizers import Tokenizer

from run_folder import finish, read, trajectories

BAR = 1e-4
ACTIONS = 200
FLOATS = {"tensor(float)": np.float32, "tensor(float16)": np.float16}


def text_of(token):
    return token["content"] if isinstance(token, dict) else token


class Policy:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.tokenizer_file = (self.folder / "tokenizer.json").read_bytes()
        self.tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        config = json.loads((self.folder / "tokenizer_config.json").read_text())
        file = self.folder / "chat_template.jinja"
        source = file.read_text() if file.exists() else config["chat_template"]
        self.template = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True).from_string(source)
        self.specials = {name: text_of(config[name]) for name in ("bos_token", "eos_token") if config.get(name)}
        found = self.folder / "generation_config.json"
        stated = json.loads((found if found.exists() else self.folder / "config.json").read_text())["eos_token_id"]
        self.ends = stated if isinstance(stated, list) else [stated]

    @cached_property
    def session(self):
        return onnxruntime.InferenceSession(self.folder / "onnx" / "model.onnx", providers=["CPUExecutionProvider"])

    def render(self, messages, prompt):
        return self.template.render(messages=messages, add_generation_prompt=prompt, **self.specials)

    def encode(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def reply_ids(self, messages, reply):
        """Ids of a reply and its end token: what the template adds to the prompt when the reply stands after it."""
        prompt = self.render(messages, True)
        whole = self.render([*messages, {"role": "assistant", "content": reply}], False)
        ids = self.encode(whole[len(prompt) :] if whole.startswith(prompt + reply) else reply)
        end = next((place for place, token in enumerate(ids) if token in self.ends), None)
        return [*ids, self.ends[0]] if end is None else ids[: end + 1]

    def nll(self, messages, action):
        """Nats of each id of the action after the messages: full distribution, temperature 1."""
        prompt = self.encode(self.render(messages, True))
        logits = self.session.run(["logits"], self.feeds(prompt + action))[0][0].astype(np.float64)
        logits = logits[len(prompt) - 1 : -1]
        logits -= logits.max(axis=-1, keepdims=True)
        log_probs = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
        return -log_probs[np.arange(len(action)), action]

    def feeds(self, ids):
        given = {"input_ids": [ids], "attention_mask": [[1] * len(ids)], "position_ids": [list(range(len(ids)))]}
        feeds = {}
        for one in self.session.get_inputs():
            if one.name.startswith("past_key_values."):
                feeds[one.name] = np.zeros((1, one.shape[1], 0, one.shape[3]), FLOATS[one.type])
            elif one.name in given:
                feeds[one.name] = np.array(given[one.name], np.int64)
            else:
                feeds[one.name] = np.array(0, np.int64)  # logits to keep: 0 is all
        return feeds


def messages_at(trajectory, turn):
    """All that was said before the action of a turn."""
    said = []
    for earlier in trajectory["turns"][:turn]:
        said += [*earlier["messages"], {"role": "assistant", "content": earlier["action"]["text"]}]
    return said + trajectory["turns"][turn]["messages"]


def main(folder, file, *named):
    policies = {name: Policy(place) for name, place in (one.split("=", 1) for one in named)}
    played = trajectories(file)
    rows = read(folder, "nll_actions")
    saved = rows[["trajectory_id", "turn"]].drop_duplicates()
    chosen = saved.iloc[np.unique(np.linspace(0, len(saved) - 1, min(ACTIONS, len(saved))).round().astype(int))]
    largest, compared, problems = 0.0, 0, []
    for row in rows.merge(chosen).itertuples():
        trajectory, policy = played[row.trajectory_id], policies[row.scored_by]
        action = trajectory["turns"][row.turn]["action"]
        messages = messages_at(trajectory, row.turn)
        writer = policies.get(trajectory["policy"], next(iter(policies.values())))
        keeps = "token_ids" in action and writer.tokenizer_file == policy.tokenizer_file
        ids = action["token_ids"] if keeps else policy.reply_ids(messages, action["text"])
        nats = policy.nll(messages, ids).sum()
        difference = abs(nats - row.nll_nats) / len(ids)
        largest, compared = max(largest, difference), compared + 1
        if row.tokens != len(ids) or not difference <= BAR or not abs(row.nll_per_token * row.tokens - row.nll_nats) < 1e-9:
            where = f"{row.trajectory_id}:{row.turn} under {row.scored_by}"
            problems.append(f"{where}: {row.nll_nats} of {row.tokens} tokens in the run, {nats} of {len(ids)} here")
    finish("nll, nats a token", compared, largest, BAR, problems)


if __name__ == "__main__":
    main(*sys.argv[1:])
