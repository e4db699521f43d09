"""``lowbit page``: the page as static files."""

from __future__ import annotations

from pathlib import Path

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import OK


@click.group("page")
def command() -> None:
    """Build the page as static files, for any web server."""


@command.command("build", epilog=examples("lowbit page build sudoku"))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--npm", metavar="ADDRESS", help="Fetch from this registry of npm packages.")
@click.option("--pypi", metavar="ADDRESS", help="Fetch from this index of Python packages.")
@click.option("--offline", is_flag=True, help="Fetch nothing: use packages that are kept.")
def build(folder: Path, npm: str | None, pypi: str | None, *, offline: bool) -> int:
    """Write the page as a folder of static files, for any web server.

    Its puzzles are solved by the browser itself, in Python for browsers (Pyodide), and nothing is
    sent anywhere. The packages that it takes, 10 MB, are fetched once and kept beside compiled
    kernels; their bytes are checked. Where Node is installed, modules are compiled ahead of time,
    and a first visit answers sooner. Registries other than npm's and PyPI's are named by options,
    or by npm's and pip's own variables, npm_config_registry and PIP_INDEX_URL. DIR is written whole
    or not at all, in place of a page that was built there before.
    """
    from lowbit.web.site.build import require_place, site_files, write_site
    from lowbit.web.site.fetching import Indexes

    require_place(folder)  # before minutes of work
    indexes = Indexes.of(npm, pypi, is_offline=offline)
    contents = site_files(indexes, lambda what: click.echo(f"lowbit: {what}", err=True))
    write_site(folder, contents)
    size = sum(map(len, contents.values())) / 1e6
    click.echo(f"lowbit: {len(contents)} files, {size:.1f} MB, in {folder}", err=True)
    return OK
