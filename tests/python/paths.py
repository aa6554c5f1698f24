"""Where the tests find things."""

import os
from pathlib import Path

ROOT = Path(os.environ["FLITCAST_ROOT"])
CONFIGS = ROOT / "configs"
