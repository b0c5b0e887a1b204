"""lm-evaluation-harness: its Hugging Face model's loglikelihood of (prompt, reply) pairs, in PyTorch on the CPU. The pairs
are given as token ids, past its own tokenisation."""

import json

import torch
from lm_eval.models.huggingface import HFLM
from serve import serve
from transformers import AutoModelForCausalLM, AutoTokenizer


class Engine:
    def __init__(self, workload, threads, batch, gguf):
        torch.set_num_threads(threads)
        with open(workload) as file:
            self.work = json.load(file)
        folder, name = gguf.rsplit("/", 1)
        model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32)
        tokenizer = AutoTokenizer.from_pretrained(self.work["model"])
        self.harness = HFLM(pretrained=model.eval(), tokenizer=tokenizer, device="cpu", batch_size=batch)
        self.about = f"{threads} threads, batches of {batch}"

    def score(self, trajectories, round):
        """Of all these trajectories at once, so that the harness may sort and batch them: log-probability of each reply."""
        states = [state for number in trajectories for state in self.work["trajectories"][number]]
        pairs = [((state["stateId"], ""), state["promptIds"], state["replyIds"]) for state in states]
        answers = self.harness._loglikelihood_tokens(pairs, disable_tqdm=True)
        sums = iter([total for total, _ in answers])
        return [[next(sums) for _ in self.work["trajectories"][number]] for number in trajectories]


if __name__ == "__main__":
    serve(lambda settings: Engine(**settings))
