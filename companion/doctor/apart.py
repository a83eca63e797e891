"""Checks that may hang or die in a driver or a library, each in a process of its own."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import TypeAlias

from companion.doctor.finding import Finding, Level, problem

Check: TypeAlias = Callable[[], Iterable[Finding]]


def run_apart(
    check: Check, about: str, limit_s: float, worst: Level = Level.PROBLEM
) -> tuple[Finding, ...]:
    """What a check finds; if it dies or does not come to an end in time, that, as bad as `worst`.

    `check` must be a module-level function or a `functools.partial` of one.
    """
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(check, far), daemon=True)
    child.start()
    far.close()
    try:
        if not near.poll(limit_s):
            return (_hung(about, limit_s, worst),)
        found: tuple[Finding, ...] = near.recv()
        return found
    except EOFError:
        child.join(limit_s)
        return (_died(about, child.exitcode, worst),)
    finally:
        child.kill()
        child.join()
        near.close()


def _work(check: Check, pipe: Connection) -> None:
    try:
        pipe.send(tuple(check()))
    except ImportError as error:
        pipe.send((_missing(error),))
    pipe.close()
    os._exit(0)  # a thread may hang in a driver, and an ordinary exit would wait for it


def _missing(error: ImportError) -> Finding:
    library = error.name or "a library"
    words = f"{library} cannot be loaded: {error}"
    return problem(library, words, "install the program again; until then play with --camera none")


def _hung(about: str, limit_s: float, worst: Level) -> Finding:
    words = f"it did not come to an end within {limit_s:.0f} s: it hangs in a driver"
    return Finding(about, worst, words, "unplug the camera, or start the machine again")


def _died(about: str, status: int | None, worst: Level) -> Finding:
    if status == -signal.SIGILL:
        words = "it died of an illegal instruction: a library was built for another processor"
        return Finding(about, worst, words, "`pip install --upgrade onnxruntime numpy`")
    how = signal.Signals(-status).name if status is not None and status < 0 else f"status {status}"
    return Finding(about, worst, f"it died ({how})", "install the program again")
