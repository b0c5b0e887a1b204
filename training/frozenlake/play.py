"""Whole games by a policy, all in lock step."""

from dataclasses import dataclass

import numpy as np
import torch

from training.chats import Chat, Chats
from training.frozenlake.game import BUDGET_TURNS, start_cells, step
from training.frozenlake.text import PREFIX, parse_reply, user_text

MAX_REPLY_TOKENS = 12
DRAWS_PER_TURN = MAX_REPLY_TOKENS + 1


@dataclass
class Game(Chat):
    won: bool = False


@torch.no_grad()
def play(model, tokenizer, boards, uniforms, turns=BUDGET_TURNS):
    """Plays one game per board at temperature 1. uniforms: [games, turns, 13], 12 for reply tokens, the last for the ice.

    The same uniforms give two policies the same ice and the same sampling draws. Returns a Game per board.
    """
    games = [Game() for _ in boards]
    cells = start_cells(boards)
    after_invalid = np.zeros(len(boards), bool)
    rows = np.arange(len(boards))
    chats = Chats(model, tokenizer, PREFIX, games)
    for turn in range(turns):
        seen = [user_text(boards[i], cells[i], turns - turn, after_invalid[i]) for i in rows]
        replies = chats.ask(seen, uniforms[rows, turn, :MAX_REPLY_TOKENS])
        actions = np.array([parse_reply(reply) for reply in replies])
        moved, won, lost = step(boards[rows], cells[rows], actions, uniforms[rows, turn, MAX_REPLY_TOKENS])
        for i, action, win in zip(rows, actions, won):
            games[i].invalid += int(action < 0)
            games[i].won = bool(win)
        cells[rows] = moved
        after_invalid[rows] = actions < 0
        alive = ~(won | lost)
        rows = rows[alive]
        if len(rows) == 0 or turn == turns - 1:
            break
        chats.keep(alive)
    return games
