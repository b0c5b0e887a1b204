"""Training processes of one thread each that add up their gradients: on shared cores they wait less than threads would."""

import socket

import torch
import torch.distributed as distributed

PROCESSES = 2


def in_processes(work, *arguments):
    """Runs work(rank, *arguments) in PROCESSES processes at once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    torch.multiprocessing.spawn(_joined, (address, work, arguments), nprocs=PROCESSES)


def _joined(rank, address, work, arguments):
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", init_method=address, rank=rank, world_size=PROCESSES)
    work(rank, *arguments)
    distributed.destroy_process_group()


def summed(model, numbers):
    """Adds up the gradients (in place; a missing one is 0) and the numbers of all processes; returns the numbers' sums."""
    parameters = list(model.parameters())
    grads = [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters]
    flat = torch.cat([g.view(-1) for g in grads] + [torch.tensor(numbers, dtype=torch.float32)])
    distributed.all_reduce(flat)
    at = 0
    for p in parameters:
        p.grad = flat[at : at + p.numel()].view_as(p).clone()
        at += p.numel()
    return flat[at:].tolist()
