#!/usr/bin/env bash
# Holds the tool, on a language model of 135 million parameters, against PyTorch and transformers: run.sh [auto|loop]
# LLM_MODELS names the folder that training/smollm2 made (models/ by default, where it is made if it is not there);
# LLM_PYTHON a Python that has requirements.txt (by default a virtual environment in .venv).
set -euo pipefail
cd "$(dirname "$0")/../.."

here=tests/llm
engine=${1:-auto}
models=${LLM_MODELS:-models}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

export TQDM_DISABLE=1 PYTHONDONTWRITEBYTECODE=1
python=${LLM_PYTHON:-.venv/bin/python}
if [ -z "${LLM_PYTHON:-}" ]; then
  [ -x "$python" ] || python3 -m venv .venv
  "$python" -m pip install --quiet --disable-pip-version-check -r $here/requirements.txt
fi
[ -f "$models/smollm2-135m-instruct-genai/model.onnx" ] || "$python" -m training.smollm2.make --models "$models"
[ -f "$models/smollm2-135m-instruct/reference.json" ] || "$python" -m training.smollm2.check --models "$models"

"$python" -m tests.llm.expected "$models" "$scratch"
node $here/answers.mjs "$models" "$engine" "$scratch"
rollout=(--task frozenlake --policy "smollm2=$models/smollm2-135m-instruct" --engine "$engine")
node dist/cli/main.js rollout "${rollout[@]}" --instances 4 --budget 3 --max-tokens 24 --out "$scratch/games.jsonl"
"$python" -m tests.llm.compare "$models" "$engine" "$scratch"
