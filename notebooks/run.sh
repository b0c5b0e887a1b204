#!/usr/bin/env bash
# Executes the notebooks headless on a run folder (default runs/frozenlake) in a virtual environment of their own,
# .venv-notebooks; fails at the first error or warning. With --write the outputs are kept in the notebooks.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment=$here/../.venv-notebooks

[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
exec "$environment/bin/python" "$here/execute.py" "$@"
