"""onnxruntime-genai: K equal prompts in one batch, or (`mode: rewind`) one sequence that reads what is new in the prompt
once and is rewound to its end before every draw."""

import json

import onnxruntime_genai as og
from serve import serve


class Engine:
    def __init__(self, workload, threads, mode="batch"):
        with open(workload) as file:
            self.work = json.load(file)
        self.mode = mode
        config = og.Config(self.work["genai"])
        config.overlay(
            json.dumps({"model": {"decoder": {"session_options": {"intra_op_num_threads": threads}}}})
        )
        self.model = og.Model(config)
        self.ends = set(self.work["endTokens"])
        self.seed = 0
        self.about = f"{threads} threads, {mode}"

    def sample(self, trajectory, round):
        states = self.work["trajectories"][trajectory]
        draw = self.rewound if self.mode == "rewind" else self.batched
        return draw([state["promptIds"] for state in states])

    def generator(self, rows, length):
        params = og.GeneratorParams(self.model)
        self.seed += 1
        params.set_search_options(
            batch_size=rows,
            do_sample=True,
            temperature=1.0,
            top_k=0,
            top_p=1.0,
            max_length=length,
            random_seed=self.seed,
        )
        return og.Generator(self.model, params)

    def until_end(self, ids):
        for place, token in enumerate(ids):
            if token in self.ends:
                return ids[: place + 1]
        return ids

    def batched(self, prompts):
        return [self.batch(prompt) for prompt in prompts]

    def batch(self, prompt):
        rows = self.work["samples"]
        generator = self.generator(rows, len(prompt) + self.work["maxTokens"])
        generator.append_tokens([prompt] * rows)
        while not generator.is_done():
            generator.generate_next_token()
        sequences = [generator.get_sequence(row).tolist() for row in range(rows)]
        return [self.until_end(ids[len(prompt) :]) for ids in sequences]

    def rewound(self, prompts):
        generator = self.generator(1, len(prompts[-1]) + self.work["maxTokens"])
        known = 0
        draws = []
        for prompt in prompts:
            generator.append_tokens(prompt[known:])
            known = len(prompt)
            here = []
            for _ in range(self.work["samples"]):
                # The logits after the prompt are gone once a token was drawn: its last token is read again.
                if here:
                    generator.rewind_to(len(prompt) - 1)
                    generator.append_tokens(prompt[-1:])
                tokens = []
                while len(tokens) < self.work["maxTokens"]:
                    generator.generate_next_token()
                    tokens.append(int(generator.get_next_tokens()[0]))
                    if tokens[-1] in self.ends:
                        break
                here.append(tokens)
            draws.append(here)
            generator.rewind_to(known)
        return draws


if __name__ == "__main__":
    serve(lambda settings: Engine(**settings))
