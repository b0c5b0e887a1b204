"""Chat messages as both policies read them, and which tokens of a chat are replies."""

END_OF_TEXT, TURN_START, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
GENERATION_PROMPT = f"{TURN_START}assistant\n"

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def message(role, content):
    return f"{TURN_START}{role}\n{content}{TURN_END}\n"


def marks(tokenizer):
    """Ids of the tokens that open and close a reply: turn start, assistant, turn end."""
    return [tokenizer.token_to_id(token) for token in (TURN_START, "assistant", TURN_END)]


def reply_mask(ids, start, assistant, end):
    """True on the tokens of assistant replies, the end token included. ids: one chat."""
    mask, inside = [False] * len(ids), False
    for i, token in enumerate(ids):
        mask[i] = inside
        if token == end:
            inside = False
        elif i >= 2 and ids[i - 2] == start and ids[i - 1] == assistant:
            inside = True
    return mask
