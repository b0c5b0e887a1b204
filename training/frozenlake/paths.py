"""Where this task's policies, checkpoints and logs live."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "fixtures" / "frozenlake"
POLICIES = FIXTURES / "policies"
OUT = HERE / "out"
LOGS = HERE / "logs"
