"""What answers.mjs is to ask, and what PyTorch and onnxruntime make of it in Python.

    python -m tests.llm.expected MODELS SCRATCH        writes SCRATCH/plan.json and SCRATCH/expected.npz
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from training.smollm2.folders import GENAI, TRANSFORMERS_JS
from training.smollm2.onnx_replies import greedy, open_session, score
from training.smollm2.reference import REPLY_TOKENS, load_reference
from training.smollm2.weights import fetch_gguf

# Chats where tokens are drawn: of plain text, of code, of the game.
SAMPLED = [0, 12, 40]
# Each a line of the comparison: temperature, top_k (0: all), top_p.
DECODINGS = [(1, 0, 1), (0.7, 0, 1), (1, 10, 1), (1, 0, 0.8), (1.5, 40, 0.9)]
DRAWS = 4000

# Every how many chats are asked of the other models.
STRIDE = 4
OTHERS = {"q4": f"{TRANSFORMERS_JS}/onnx/model_q4.onnx", "genai": f"{GENAI}/model.onnx"}


def next_logits(model, ids):
    with torch.no_grad():
        return model(torch.tensor([ids])).logits[0, -1].double().numpy()


def expected_draws(model, chats):
    """Logits at the first token of each sampled chat, and at the second behind the most likely first."""
    places = []
    for chat in SAMPLED:
        prompt = chats[chat]["prompt_token_ids"]
        first = next_logits(model, prompt)
        token = int(first.argmax())
        places.append((token, first, next_logits(model, [*prompt, token])))
    return places


def expected_of_others(models, chats, end):
    """Log-probabilities of the reference's replies, and the model's own greedy ones, by onnxruntime."""
    answers = {}
    for name, file in OTHERS.items():
        session, rows = open_session(models / file), []
        for chat in range(0, len(chats), STRIDE):
            prompt, reply = chats[chat]["prompt_token_ids"], chats[chat]["reply_token_ids"]
            ((tokens, _),) = greedy(session, [prompt], REPLY_TOKENS, end)
            rows.append({"log_probs": score(session, prompt + reply)[-len(reply) :].tolist(), "greedy": tokens})
        answers[name] = rows
    return answers


def main(models, scratch):
    models, scratch = Path(models), Path(scratch)
    reference = json.loads((models / TRANSFORMERS_JS / "reference.json").read_text())
    chats = reference["chats"]
    places = expected_draws(load_reference(fetch_gguf(models)), chats)
    others = expected_of_others(models, chats, reference["end_token_id"])
    plan = {
        "chats": chats,
        "reply_tokens": REPLY_TOKENS,
        "sampled": [{"chat": chat, "token": token} for chat, (token, _, _) in zip(SAMPLED, places)],
        "decodings": [dict(zip(("temperature", "topK", "topP"), decoding)) for decoding in DECODINGS],
        "draws": DRAWS,
        "others": {name: {"file": file, "chats": list(range(0, len(chats), STRIDE))} for name, file in OTHERS.items()},
        "expected_of_others": others,
    }
    (scratch / "plan.json").write_text(json.dumps(plan))
    np.savez(scratch / "expected.npz", first=[p[1] for p in places], second=[p[2] for p in places])


if __name__ == "__main__":
    main(*sys.argv[1:])
