"""Damaged archives and JSON: ``python -m benchmarks.fuzz_inputs archives|json --cases N --seed S``.

Each case damages a text of known puzzles in a random way and reads it as files are read. A case is
wrong if anything but records, with their reasons, comes of it: an exception, a puzzle that was not
in it although the damage changed none, or more than five seconds. It prints how many cases there
were and how they ended, and those that are wrong.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
import json
import lzma
import sys
import time
import zipfile
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from lowbit.errors import FormatError
from lowbit.formats import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_SECONDS: Final = 5.0
N_SHOWN: Final = 20
"""Wrong cases that are printed."""


def puzzles(rng: Random, n: int) -> list[str]:
    """Return lines of 81 cells."""
    return ["".join(rng.choices("." * 20 + "123456789", k=81)) for _ in range(n)]


def zipped(text: bytes) -> bytes:
    """Return an archive of one file."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", text)
    return held.getvalue()


PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": lambda text: gzip.compress(text, 1, mtime=0),
    "bzip2": lambda text: bz2.compress(text, 1),
    "xz": lambda text: lzma.compress(text, preset=0),
    "zip": zipped,
}


def archives(rng: Random, n_cases: int) -> Iterator[tuple[bytes, frozenset[str] | None]]:
    """Yield damaged archives, and the lines that they may hold where the damage changes none."""
    pool = []
    for _ in range(8):
        lines = puzzles(rng, rng.choice((1, 5, 40)))
        text = "".join(f"{line}\n" for line in lines).encode()
        pool += [(pack(text), frozenset(lines)) for pack in PACKERS.values()]
        pool += [(one(two(text)), frozenset(lines)) for one, two in _pairs(rng, 2)]
    for _ in range(n_cases):
        data, held = rng.choice(pool)
        yield _damaged(rng, data, held, pool)


def _pairs(rng: Random, n: int) -> list[Sequence[Callable[[bytes], bytes]]]:
    return [rng.choices([*PACKERS.values()], k=2) for _ in range(n)]


def _damaged(
    rng: Random, data: bytes, lines: frozenset[str], pool: list[tuple[bytes, frozenset[str]]]
) -> tuple[bytes, frozenset[str] | None]:
    at = rng.randrange(len(data))
    end = min(len(data), at + rng.randint(1, 60))
    other, others = rng.choice(pool)
    return rng.choice(
        [
            (data[:at], lines),
            (data + other, lines | others),
            (data + rng.randbytes(rng.randint(1, 40)), None),
            (data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :], None),
            (data[:at] + data[end:], None),
            (data[:at] + rng.randbytes(rng.randint(1, 20)) + data[at:], None),
            (data[:at] + other[rng.randrange(len(other)) :], None),
        ]
    )


TOKENS: Final = (
    *("{", "}", "[", "]", ",", ":", '"', "\\", "null", "true", "1e99999", "-0", "NaN", "9" * 400),
    *('"puzzle"', '"a":', "\\ud800", '"\\u0000"', "\n", "\r", " ", "\ufeff", "\0", "[[[[", '""'),
    *('{"puzzle": "1"}', '"solution":', "5.5", "1" * 81, "[1,2,3]", '{"puzzle":{"puzzle":1}}'),
)
"""What is put into JSON."""


def documents(rng: Random, n_cases: int) -> Iterator[tuple[bytes, None]]:
    """Yield damaged JSON: a line of an object each, an array, nested boards, lists of digits."""
    lines = puzzles(rng, 4)
    rows = [[*map(int, line.replace(".", "0"))] for line in lines]
    boards: list[Any] = [[row[at : at + 9] for at in range(0, 81, 9)] for row in rows]
    pool = [
        "\n".join(json.dumps({"id": at, "puzzle": each}) for at, each in enumerate(lines)),
        json.dumps(lines),
        json.dumps([{"puzzle": each, "solution": None} for each in lines]),
        json.dumps({"newboard": {"grids": [{"value": each} for each in boards]}}),
        "\n".join(json.dumps({"board": each}) for each in boards),
        json.dumps(rows, indent=1),
        json.dumps({"board": "9x9", "candidates": [], "constraints": []}),
    ]
    for _ in range(n_cases):
        yield _respelled(rng, rng.choice(pool)), None


def _respelled(rng: Random, text: str) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 0, 1, 1, 5, 40)))
        text = text[:at] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 3, 300)) + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    return data


KINDS: Final = {"archives": archives, "json": documents}


def ending(data: bytes, lines: frozenset[str] | None) -> tuple[str, str]:
    """Return how a case ended, and what is wrong with it; "" if nothing is."""
    begun = time.process_time()
    try:
        records = [record for record in read(io.BytesIO(data)) if not record.is_passthrough]
    except FormatError as error:
        return "refused", "" if error.reason else "no reason"
    except Exception as error:  # noqa: BLE001 - which is what is sought
        return "exception", repr(error)[:200]
    seconds = time.process_time() - begun
    if seconds > MOST_SECONDS:
        return "slow", f"{seconds:.1f} s"
    texts = [record.grid.to_line() for record in records if record.grid]
    if lines is not None and not lines.issuperset(texts):
        return "wrong", "a puzzle that was not in it"
    errors = [record.error for record in records if record.error]
    if any(not error.reason for error in errors):
        return "no reason", "no reason"
    return ("some rows" if texts else "no rows") + (", errors" if errors else ""), ""


def main() -> None:
    """Read the cases that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ending(b"." * 81, None)  # loads what reads
    endings: Counter[str] = Counter()
    wrong = []
    for data, lines in KINDS[asked.kind](Random(asked.seed), asked.cases):
        how, what = ending(data, lines)
        endings[how] += 1
        if what:
            wrong.append(f"{what}: {data[:300]!r}")
    print(f"{endings.total()} cases of {asked.kind}, seed {asked.seed}")
    for how, n in endings.most_common():
        print(f"{n:10} {how}")
    print(f"{len(wrong)} wrong", *wrong[:N_SHOWN], sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
