"""Keys and values of running chats, written in place, and the decoder's forward pass on them."""

import torch

from training.model import rotate

START_LENGTH = 384


class Cache:
    """Padding leaves holes in the key mask; keep() closes them."""

    def __init__(self, model, prefix_ids, rows):
        self.model, c = model, model.config
        self.shape = (c.num_key_value_heads, c.head_dim)
        self.length, self.mask = 0, torch.zeros(rows, 0, dtype=torch.bool)
        self.stores = [[self._empty(rows, START_LENGTH) for _ in range(2)] for _ in range(c.num_hidden_layers)]
        ids = torch.tensor([prefix_ids]).expand(rows, -1)
        self.feed(ids, torch.ones_like(ids, dtype=torch.bool))

    def _empty(self, rows, length):
        return torch.zeros(rows, self.shape[0], length, self.shape[1])

    def keep(self, rows):
        """Only these rows stay, each with its real positions moved to the front."""
        mask = self.mask[rows]
        order = (~mask).byte().argsort(dim=1, stable=True)
        self.length = int(mask.sum(1).max())
        order = order[:, : self.length]
        self.mask = mask.gather(1, order)
        index = order[:, None, :, None].expand(-1, self.shape[0], -1, self.shape[1])
        for pair in self.stores:
            for part in range(2):
                moved = self._empty(len(mask), max(START_LENGTH, self.length + 256))
                moved[:, :, : self.length] = pair[part][rows].gather(2, index)
                pair[part] = moved

    def _grow(self, total):
        for pair in self.stores:
            for part, old in enumerate(pair):
                if old.shape[2] < total:
                    pair[part] = self._empty(old.shape[0], total + 256)
                    pair[part][:, :, : self.length] = old[:, :, : self.length]

    def feed(self, ids, valid):
        """ids, valid: [rows, length], right-padded. Natural-log probabilities after each row's last real token."""
        rows, length = ids.shape
        positions = self.mask.sum(1, keepdim=True) + valid.long().cumsum(1) - 1
        positions = positions.clamp(min=0)
        total = self.length + length
        self._grow(total)
        self.mask = torch.cat([self.mask, valid], dim=1)
        causal = torch.ones(length, total, dtype=torch.bool).tril(total - length)
        bias = torch.zeros(rows, 1, 1, length, total).masked_fill_(~(self.mask[:, None, :] & causal)[:, None, None], -1e9)
        model = self.model
        cos, sin = model.cos[positions].unsqueeze(1), model.sin[positions].unsqueeze(1)
        x = model.model.embed_tokens(ids)
        for layer, (keys, values) in zip(model.model.layers, self.stores):
            x = x + self._attend(layer.self_attn, layer.input_layernorm(x), cos, sin, bias, keys, values, total)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        self.length = total
        last = (valid.sum(1) - 1).clamp(min=0)
        return model.log_probabilities(model.model.norm(x[torch.arange(rows), last]))

    def _attend(self, a, x, cos, sin, bias, keys, values, total):
        rows, length, _ = x.shape
        shared, size = self.shape
        q, k, v = (p(x).view(rows, length, -1, size).transpose(1, 2) for p in (a.q_proj, a.k_proj, a.v_proj))
        keys[:, :, total - length : total] = rotate(k, cos, sin)
        values[:, :, total - length : total] = v
        q = rotate(q, cos, sin).reshape(rows, shared, -1, size) * size**-0.5
        scores = (q @ keys[:, :, :total].transpose(2, 3)).view(rows, shared, -1, length, total) + bias
        mixed = scores.softmax(-1).view(rows, shared, -1, total) @ values[:, :, :total]
        return a.o_proj(mixed.view(rows, -1, length, size).transpose(1, 2).reshape(rows, length, -1))
