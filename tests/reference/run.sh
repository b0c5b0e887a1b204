#!/usr/bin/env bash
# Recomputes runs of the shipped fixtures with Python libraries that share no code with the tool. Makes its own virtual
# environment in .venv. CHECK_STATES limits the saved states visited of FrozenLake, CHECK_PROGRAM_STATES those of
# deepcoder-mt; 0 takes them all.
set -euo pipefail
cd "$(dirname "$0")/../.."

here=tests/reference
fixtures=fixtures/frozenlake
trajectories=$fixtures/trajectories.jsonl
policies=(base=$fixtures/policies/base grpo=$fixtures/policies/grpo)
programs=fixtures/deepcoder-mt
writers=(base=$programs/policies/base grpo=$programs/policies/grpo)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r $here/requirements.txt
python=.venv/bin/python

quietly() { "$@" >"$scratch/output" 2>&1 || { cat "$scratch/output"; exit 1; }; }
probe() { quietly node dist/cli/main.js probe --task "$@"; }
rollout() { quietly node dist/cli/main.js rollout --task frozenlake "$@"; }
at_most() { [ "$1" -eq 0 ] || echo "--states $1"; }

$python $here/published_values.py
node $here/estimators.mjs >"$scratch/estimators.json"
$python $here/estimators.py "$scratch/estimators.json"

probe frozenlake --out "$scratch/run" $(at_most "${CHECK_STATES:-300}")
$python $here/qualities.py "$scratch/run" $trajectories
$python $here/pairs.py "$scratch/run"
$python $here/summary.py "$scratch/run"
$python $here/nll.py "$scratch/run" $trajectories "${policies[@]}"

# Cells as other readers of CSV find them, ids and actions that look like something else among them.
$python $here/odd_ids.py $trajectories "$scratch/odd.jsonl"
probe frozenlake --out "$scratch/odd" --trajectories "$scratch/odd.jsonl" --samples 4
$python $here/csv_readers.py "$scratch/odd" "$scratch/odd.jsonl"
$python $here/summary.py "$scratch/odd"

# Trajectories that share instances, which intervals and tests then take as what is independent.
rollout --policy "${policies[@]}" --instances 12 --episodes 3 --out "$scratch/shared.jsonl"
probe frozenlake --out "$scratch/shared" --trajectories "$scratch/shared.jsonl" --cluster instance --samples 4
$python $here/summary.py "$scratch/shared"

probe deepcoder-mt --out "$scratch/programs" --samples 4 $(at_most "${CHECK_PROGRAM_STATES:-12}")
$python $here/programs.py "$scratch/programs" $programs/problems.jsonl
$python $here/feedback.py "$scratch/programs" $programs/trajectories.jsonl $programs/problems.jsonl "${writers[@]}"
$python $here/pairs.py "$scratch/programs"
$python $here/summary.py "$scratch/programs"
$python $here/nll.py "$scratch/programs" $programs/trajectories.jsonl "${writers[@]}"

probe frozenlake --out "$scratch/frequencies" --probe matched --states 20 --samples 4096
$python $here/frequencies.py "$scratch/frequencies"

$python -m training.frozenlake.corpus --count "${CHECK_GAMES:-2000}" --seed 1 --out "$scratch/games.jsonl"
cat $here/varied-texts.jsonl >>"$scratch/games.jsonl"
node $here/encode.mjs $fixtures/policies/base "$scratch/games.jsonl" "$scratch/ids.jsonl"
$python $here/tokenizer.py $fixtures/policies/base/tokenizer.json "$scratch/games.jsonl" --compare "$scratch/ids.jsonl"

# Every variant of the model layout, on a random model: played, scored, and scored again in Python.
for layout in $($python $here/layouts.py $fixtures/policies/base "$scratch/layouts"); do
  pair=(base=$fixtures/policies/base "other=$scratch/layouts/$layout")
  rollout --policy "${pair[@]}" --instances 3 --out "$scratch/$layout.jsonl"
  probe frozenlake --out "$scratch/$layout" --policy "${pair[@]}" --trajectories "$scratch/$layout.jsonl" --samples 4
  printf '%s: ' "$layout"
  $python $here/nll.py "$scratch/$layout" "$scratch/$layout.jsonl" "${pair[@]}"
done
