"""``python -m benchmarks [FILES]``: measure lowbit and its peers in one run."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from benchmarks import machine, peers, report
from benchmarks.parts import PARTS, Plan, prepare

RESULTS = Path(__file__).with_name("results")

A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
A_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("files", nargs=-1, required=True, type=A_FILE)
@click.option("--only", multiple=True, type=click.Choice(list(PARTS)), help="Measure this part.")
@click.option("--peers", "peers_file", type=A_FILE, default=peers.DEFAULT, help="Who they are.")
@click.option(
    "--peers-dir",
    envvar="LOWBIT_PEERS",
    type=A_FOLDER,
    help="Folder of the shared libraries that the peers file names.",
)
@click.option(
    "--peer-python",
    envvar="LOWBIT_PEER_PYTHON",
    help="Interpreter that has the packages from PyPI.",
)
@click.option("--seconds", default=6.0, show_default=True, help="For each contest.")
@click.option("--package-seconds", default=4.0, show_default=True, help="For each package.")
@click.option("--file-lines", default=10**7, show_default=True, help="For the whole command.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=RESULTS)
def main(
    files: tuple[Path, ...],
    only: tuple[str, ...],
    peers_file: Path,
    peers_dir: Path | None,
    output: Path,
    **options: Any,
) -> None:
    """Measure FILES of puzzles, one a line; the first of them in every part."""
    known = peers.read(peers_file)
    results = {"machine": machine.describe(), "peers": asdict(known)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared = [prepare(file, folder) for file in files]
        plan = Plan(prepared, folder, known.at_hand(peers_dir), **options)
        for part in only or PARTS:
            start = time.monotonic()
            results[part] = PARTS[part](plan)
            click.echo(f"{part}: {time.monotonic() - start:.0f} s", err=True)
    report.write(results, output)


if __name__ == "__main__":
    main()
