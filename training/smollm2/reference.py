"""What transformers makes of the same GGUF file, read by itself: rendered chats, greedy replies, log-probabilities."""

import torch
from transformers import AutoModelForCausalLM
from transformers.utils import logging

REPLY_TOKENS = 32


def load_reference(gguf):
    logging.disable_progress_bar()
    model = AutoModelForCausalLM.from_pretrained(str(gguf.parent), gguf_file=gguf.name, dtype=torch.float32)
    return model.eval()


def answer(model, tokenizer, messages):
    """One row of reference.json.

    token_log_probs: natural log, full distribution, of each token of prompt and reply but the first.
    """
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    prompt = tokenizer(text, add_special_tokens=False).input_ids
    ids = torch.tensor([prompt])
    with torch.no_grad():
        whole = model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            do_sample=False,
            max_new_tokens=REPLY_TOKENS,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
        log_probs = torch.log_softmax(model(whole).logits[0, :-1].double(), dim=-1)
    likely = log_probs.gather(1, whole[0, 1:, None])[:, 0]
    return {
        "messages": messages,
        "text": text,
        "prompt_token_ids": prompt,
        "reply_token_ids": whole[0, len(prompt) :].tolist(),
        "token_log_probs": likely.tolist(),
    }
