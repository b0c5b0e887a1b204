"""Greedy replies and log-probabilities of a decoder in ONNX, as a caller with a key-value cache gets them."""

import numpy as np
import onnxruntime


def open_session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def empty_cache(session, rows):
    cache = [edge for edge in session.get_inputs() if edge.name.startswith("past_key_values.")]
    return {edge.name: np.zeros((rows, edge.shape[1], 0, edge.shape[3]), np.float32) for edge in cache}


def run(session, ids, mask, positions, past):
    """(logits [rows, length, vocabulary], the longer cache)"""
    feeds = {"input_ids": ids, "attention_mask": mask, "position_ids": positions, **past}
    taken = {edge.name for edge in session.get_inputs()}
    outputs = ["logits", *(name.replace("past_key_values", "present") for name in past)]
    logits, *present = session.run(outputs, {name: value for name, value in feeds.items() if name in taken})
    return logits, dict(zip(past, present))


def log_softmax(logits):
    logits = logits.astype(np.float64)
    logits -= logits.max(axis=-1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))


def score(session, tokens):
    """Log-probability of each token but the first, in one run."""
    ids = np.array([tokens], np.int64)
    logits, _ = run(session, ids, np.ones_like(ids), np.arange(len(tokens))[None], empty_cache(session, 1))
    return np.take_along_axis(log_softmax(logits[0, :-1]), ids[0, 1:, None], axis=1)[:, 0]


def greedy(session, prompts, most, end):
    """[(tokens, their log-probabilities)], a row a prompt; prompts of unlike length are padded on the right.

    The padding stays as a hole in the mask between prompt and reply; each row counts its own positions.
    """
    lengths = np.array([len(prompt) for prompt in prompts])
    mask = (np.arange(lengths.max()) < lengths[:, None]).astype(np.int64)
    ids = np.zeros_like(mask)
    ids[mask == 1] = np.concatenate(prompts)
    positions = np.maximum(mask.cumsum(1) - 1, 0)
    replies, rows, going = [([], []) for _ in prompts], np.arange(len(prompts)), set(range(len(prompts)))
    past = empty_cache(session, len(prompts))
    for step in range(most):
        logits, past = run(session, ids, mask, positions, past)
        log_probs = log_softmax(logits[rows, lengths - 1 if step == 0 else 0])
        ids = log_probs.argmax(axis=-1)[:, None]
        for row in sorted(going):
            token = int(ids[row, 0])
            replies[row][0].append(token)
            replies[row][1].append(log_probs[row, token])
            if token == end:
                going.discard(row)
        if not going:
            break
        mask = np.concatenate([mask, np.ones_like(ids)], axis=1)
        positions = (lengths + step)[:, None]
    return replies
