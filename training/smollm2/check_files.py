"""Weights and tokenizer against other readers: transformers' own of the GGUF file, llama.cpp's fingerprint."""

import hashlib

import torch

from training.smollm2.tokenizer import control_tokens

# convert_hf_to_gguf.py of llama.cpp: the text that it has a tokenizer read, and what SHA-256 of the list of ids the
# tokenizer of SmolLM gives. A file is marked `smollm`, as this one is, where the original tokenizer gave that.
FINGERPRINT_TEXT = (
    "\n \n\n \n\n\n \t \t\t \t\n  \n   \n    \n     \n🚀 (normal) 😶\u200d🌫️ (multiple emojis concatenated) ✅ 🦙🦙"
    " 3 33 333 3333 33333 333333 3333333 33333333 3.3 3..3 3...3 កាន់តែពិសេសអាច😁 ?我想在apple工作1314151天～"
    " ------======= нещо на Български ''''''```````\"\"\"\"......!!!!!!??????"
    " I've been 'told he's there, 'RE you sure? 'M not sure"
    " I'll make it, 'D you like some tea? We'Ve a'lL"
)
FINGERPRINT = "855059429035d75a914d1eda9f10a876752e281a054a7a3d421ef0533e5b6249"


def check_weights(policy, reference):
    """Throws unless both hold the same numbers under the same names, bit for bit."""
    expected, got = (model.state_dict() for model in (reference, policy))
    del expected["lm_head.weight"]
    if expected.keys() != got.keys():
        raise ValueError(f"weights: expected {sorted(expected)}, got {sorted(got)}")
    different = [name for name, weight in expected.items() if not torch.equal(weight, got[name])]
    if different:
        raise ValueError(f"weights: expected those that transformers reads, got others in {different}")
    print(f"weights: {len(got)} tensors, {sum(w.numel() for w in got.values())} numbers, as transformers reads them")


def check_tokenizer(tokenizer, metadata):
    """Throws unless ids, special tokens and encodings are those of the GGUF file and of SmolLM's own tokenizer."""
    tokens = metadata["tokenizer.ggml.tokens"]
    got = tokenizer.convert_ids_to_tokens(list(range(len(tokenizer))))
    if got != tokens:
        raise ValueError(f"tokenizer: expected the {len(tokens)} tokens of the GGUF file, got other ones")
    if set(tokenizer.all_special_tokens) | set(tokenizer.added_tokens_encoder) != set(control_tokens(metadata)):
        raise ValueError(f"special tokens: expected {control_tokens(metadata)}, got {tokenizer.all_special_tokens}")
    ids = tokenizer(FINGERPRINT_TEXT, add_special_tokens=False).input_ids
    fingerprint = hashlib.sha256(str(ids).encode()).hexdigest()
    if fingerprint != FINGERPRINT:
        raise ValueError(f"tokenizer: expected the fingerprint {FINGERPRINT}, got {fingerprint}")
    if tokenizer.chat_template != metadata["tokenizer.chat_template"]:
        raise ValueError("chat template: expected that of the GGUF file, got another")
    print(f"tokenizer: the {len(tokens)} tokens of the GGUF file, special tokens, template, and SmolLM's fingerprint")
