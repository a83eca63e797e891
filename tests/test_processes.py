"""What the web process loads: no library that touches pixels, so that a crash there leaves play."""

import subprocess
import sys


def test_the_web_process_loads_no_library_that_touches_pixels() -> None:
    code = "import sys, companion.live; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "cv2", "onnxruntime"} & set(done.stdout.split())
