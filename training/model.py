"""A Llama decoder in plain PyTorch. Parameter names are those of transformers' LlamaForCausalLM."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass(frozen=True)
class ModelConfig:
    vocab_size: int
    hidden_size: int = 128
    intermediate_size: int = 352
    num_hidden_layers: int = 4
    num_attention_heads: int = 4
    num_key_value_heads: int = 2
    head_dim: int = 32
    rope_theta: float = 10000.0
    rms_norm_eps: float = 1e-6
    max_position_embeddings: int = 1024


def rotary_tables(config):
    """cos and sin, each [positions, head_dim / 2], float32."""
    exponent = torch.arange(0, config.head_dim, 2, dtype=torch.float64) / config.head_dim
    angle = torch.arange(config.max_position_embeddings, dtype=torch.float64)[:, None] / config.rope_theta**exponent
    return angle.cos().float(), angle.sin().float()


def rotate(x, cos, sin):
    """Rotate-half convention. x: [batch, heads, length, head_dim]; cos, sin: [batch or 1, 1, length, head_dim / 2]."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.q_proj = nn.Linear(c.hidden_size, c.num_attention_heads * c.head_dim, bias=False)
        self.k_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.v_proj = nn.Linear(c.hidden_size, c.num_key_value_heads * c.head_dim, bias=False)
        self.o_proj = nn.Linear(c.num_attention_heads * c.head_dim, c.hidden_size, bias=False)

    def forward(self, x, cos, sin, mask, past):
        batch, length, _ = x.shape
        q, k, v = (
            p(x).view(batch, length, -1, self.c.head_dim).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj)
        )
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        if past is not None:
            k = torch.cat([past[0].expand(batch, -1, -1, -1), k], dim=2)
            v = torch.cat([past[1].expand(batch, -1, -1, -1), v], dim=2)
        group = self.c.num_attention_heads // self.c.num_key_value_heads
        mixed = F.scaled_dot_product_attention(
            q, k.repeat_interleave(group, 1), v.repeat_interleave(group, 1), attn_mask=mask
        )
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, length, -1)), (k, v)


class FeedForward(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.gate_proj = nn.Linear(c.hidden_size, c.intermediate_size, bias=False)
        self.up_proj = nn.Linear(c.hidden_size, c.intermediate_size, bias=False)
        self.down_proj = nn.Linear(c.intermediate_size, c.hidden_size, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.input_layernorm = nn.RMSNorm(c.hidden_size, c.rms_norm_eps)
        self.self_attn = Attention(c)
        self.post_attention_layernorm = nn.RMSNorm(c.hidden_size, c.rms_norm_eps)
        self.mlp = FeedForward(c)

    def forward(self, x, cos, sin, mask, past):
        mixed, present = self.self_attn(self.input_layernorm(x), cos, sin, mask, past)
        x = x + mixed
        return x + self.mlp(self.post_attention_layernorm(x)), present


class Body(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.embed_tokens = nn.Embedding(c.vocab_size, c.hidden_size)
        self.layers = nn.ModuleList(Layer(c) for _ in range(c.num_hidden_layers))
        self.norm = nn.RMSNorm(c.hidden_size, c.rms_norm_eps)


class Policy(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = Body(config)
        cos, sin = rotary_tables(config)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                into_stream = "o_proj" in name or "down_proj" in name
                scale = (2 * config.num_hidden_layers) ** -0.5 if into_stream else 1.0
                std = 0.02 if "embed" in name else weight.shape[1] ** -0.5 * scale
                nn.init.normal_(weight, std=std)

    def forward(self, ids, positions, mask, past=None):
        """ids: [batch, length]; positions: the same or [1, length]; mask: bool [batch or 1, 1, length, past + length].

        past: one (key, value) a layer, each [batch or 1, kv_heads, past, head_dim], rotated.
        Returns (hidden [batch, length, hidden_size], presents in the shape of past).
        """
        x = self.model.embed_tokens(ids)
        cos, sin = self.cos[positions].unsqueeze(1), self.sin[positions].unsqueeze(1)
        presents = []
        for i, layer in enumerate(self.model.layers):
            x, present = layer(x, cos, sin, mask, past[i] if past is not None else None)
            presents.append(present)
        return self.model.norm(x), presents

    def log_probabilities(self, hidden):
        """hidden: [..., hidden_size] → natural-log probabilities [..., vocabulary] (the output layer is the embedding)."""
        return F.log_softmax(F.linear(hidden, self.model.embed_tokens.weight), dim=-1)

    def prefix(self, ids):
        """Keys and values of a beginning all games share, batch 1. ids: list of token ids."""
        n = len(ids)
        mask = torch.ones(n, n, dtype=torch.bool).tril()[None, None]
        return self(torch.tensor([ids]), torch.arange(n)[None], mask)[1]


def reply_log_probabilities(model, prefix_ids, ids, targets):
    """Log-probability rows that predict the target tokens of right-padded games.

    ids: [batch, length] without the shared prefix; targets: bool, the same shape, true where a token is scored
    (never column 0). Returns [count of true, vocabulary], in row-major order of targets.
    """
    past, n = model.prefix(prefix_ids), len(prefix_ids)
    length = ids.shape[1]
    own = torch.ones(length, length, dtype=torch.bool).tril()
    mask = torch.cat([torch.ones(length, n, dtype=torch.bool), own], dim=1)[None, None]
    hidden, _ = model(ids, torch.arange(n, n + length)[None], mask, past)
    return model.log_probabilities(hidden[:, :-1][targets[:, 1:]])
