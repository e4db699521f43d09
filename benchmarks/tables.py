"""What do the results say in figures: a function for each section, from results to Markdown."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks import runs
from benchmarks.words import CHINESE, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.words import Words

    Results = Mapping[str, Any]
    Row = Mapping[str, Any]
    Contest = Mapping[str, Any]

NEEDS = {
    "goals": "files",
    "fastest": "files",
    "fastest_zh": "files",
    "omitted": "peers",
    "start": "command",
    "search": "floor",
}
"""The part of the results that a section is made from, where it has another name."""

GOALS = {
    "Zen 5": {"sudoku17": (20, 18), "hardest_se11plus": (12, 12), "top1465": (12, 12)},
    "Zen 4": {"sudoku17": (14, 12), "hardest_se11plus": (9, 9), "top1465": (12, 12)},
    "AVX2": {"sudoku17": (12, 10), "hardest_se11plus": (8, 8), "top1465": (12, 12)},
}
"""How many times as fast as the yardstick lowbit wants to be with limit 1 and 2, by the kind of
machine and by file."""

VECTOR_UNITS = {"Zen 5": (4, 4), "Zen 4": (4, 2)}
"""Vector instructions that a kind of machine can begin in a cycle: narrower ones, of 512 bits."""

UNITS_OF_OTHERS = (3, 2)
"""The same of Intel's cores."""


def machine(results: Results) -> str:
    """Describe what was measured on."""
    return table(("", ""), results["machine"].items())


def goals(results: Results) -> str:
    """Put lowbit beside the yardstick and the fastest peer."""
    name = results["peers"]["yardstick"]
    goals_here = GOALS.get(runs.kind(results), {})
    lines = []
    for contest in results["files"]:
        own, *rivals = ranked(contest)
        goal = goals_here.get(contest["file"], ("none", "none"))[contest["limit"] - 1]
        yardstick = find(rivals, name)
        if yardstick:
            fastest = min(rivals, key=typical)
            lines.append(
                (
                    title(contest),
                    rate(own),
                    rate(yardstick),
                    f"**{ratio(own, yardstick):.1f}**",
                    f"{ratio(own, yardstick, 'cpu_microseconds'):.1f}",
                    goal,
                    f"{fastest['name']}, {rate(fastest)}",
                    f"{ratio(own, fastest):.1f}",
                )
            )
    head = ("", "lowbit", name, "ratio", "of CPU time", "goal", "fastest peer", "ratio")
    return table(head, lines)


def fastest(results: Results) -> str:
    """Put lowbit beside the fastest peer and the yardstick, in words."""
    return _fastest(results, ENGLISH)


def fastest_zh(results: Results) -> str:
    """Say the same in Chinese."""
    return _fastest(results, CHINESE)


def _fastest(results: Results, words: Words) -> str:
    lines: dict[str, list[str]] = {}
    for contest in results["files"]:
        own, *rivals = ranked(contest)
        named = dict.fromkeys([*(row["name"] for row in rivals[:1]), results["peers"]["yardstick"]])
        beside = [(find(rivals, name), name) for name in named]
        cell = [words.number(1e6 / typical(own))]
        cell += [words.times(f"{ratio(own, row):.2g}", name) for row, name in beside if row]
        file = contest["file"]
        lines.setdefault(words.files.get(file, file), []).append(words.comma.join(cell))
    return table(("", *words.limits), ([file, *cells] for file, cells in lines.items()))


def files(results: Results) -> str:
    """Show every contestant on every file."""
    return _contests(results["files"])


def difficulty(results: Results) -> str:
    """Show puzzles sorted by difficulty."""
    contests = results["difficulty"]
    names = [row["name"] for row in contests[0]["rows"]]
    by = f"guesses of {results['peers']['difficulty_by']}"
    head = (by, "puzzles", *names, *(f"ratio to {name}" for name in names[1:]))
    return table(
        head,
        (
            (
                contest["file"],
                f"{contest['rows'][0]['puzzles']:,}",
                *(rate(row) for row in contest["rows"]),
                *(f"{ratio(contest['rows'][0], row):.1f}" for row in contest["rows"][1:]),
            )
            for contest in contests
        ),
    )


def packages(results: Results) -> str:
    """Show packages from PyPI."""
    return _contests(results["packages"])


def _contests(contests: Iterable[Contest]) -> str:
    return "\n".join(f"**{title(each)}**\n\n{_contest(each)}" for each in contests)


def _contest(contest: Contest) -> str:
    own, *rivals = ranked(contest)
    head = (
        "solver",
        "puzzles/s",
        "at best",
        "µs a puzzle",
        "without a guess",
        "guesses a puzzle",
        "lowbit is faster by",
    )
    return table(head, (_contestant(row, own) for row in (own, *rivals)))


def _contestant(row: Row, own: Row) -> Sequence[str]:
    name = " ".join(filter(None, (row["name"], row.get("version"))))
    if "failed" in row:
        return name, row["failed"], "", "", "", "", ""
    puzzles = row["puzzles"]
    return (
        name + _remark(row, own),
        rate(row),
        rate(row, min),
        f"{typical(row):,.3g}" if typical(row) < 1000 else f"{typical(row):,.0f}",
        f"{row['without_guess'] / puzzles:.1%}" if "without_guess" in row else "",
        f"{row['guesses'] / puzzles:.2f}" if "guesses" in row else "",
        "" if row is own else _short(ratio(own, row)),
    )


def _remark(row: Row, own: Row) -> str:
    """Return what has to be said of a contestant's answers, if anything."""
    remarks = []
    if "solutions" in row and row["puzzles"] != own["puzzles"]:
        remarks.append(f"{row['puzzles']:,} of the puzzles")
    elif row.get("solutions", own["solutions"]) != own["solutions"]:
        remarks.append(f"counted {row['solutions'] - own['solutions']:+,} solutions")
    if row.get("wrong"):
        remarks.append(f"{row['wrong']:,} wrong")
    return f" ({', '.join(remarks)})" if remarks else ""


def instructions(results: Results) -> str:
    """Show older instruction sets, beside the builds of the yardstick."""
    contests = results["instructions"]
    names = [row["name"] for row in contests[0]["rows"]]
    own = [name for name in names if name.startswith("lowbit")]
    yardstick = results["peers"]["yardstick"]
    lines = []
    for contest in contests:
        rows = {row["name"]: row for row in contest["rows"]}
        beside = [f"{ratio(rows[name], rows[yardstick]):.1f}" for name in own if yardstick in rows]
        lines.append((title(contest), *map(rate, rows.values()), *beside))
    return table(("", *names, *(f"{name} to {yardstick}" for name in own)), lines)


def lanes(results: Results) -> str:
    """Show blocks of more and fewer lanes."""
    return _by_file("", results["lanes"], lambda row, _: rate(row))


def threads(results: Results) -> str:
    """Show more threads, and how many times one thread."""

    def cell(row: Row, first: Row) -> str:
        return rate(row) if row is first else f"{rate(row)} ({ratio(row, first):.2f} times)"

    return _by_file("threads", results["threads"], cell)


def _by_file(heading: str, contests: Sequence[Contest], cell: Callable[[Row, Row], str]) -> str:
    """Return a table with a line for each file and a column for each contestant."""
    return table(
        (heading, *(row["name"] for row in contests[0]["rows"])),
        (
            (title(contest), *(cell(row, contest["rows"][0]) for row in contest["rows"]))
            for contest in contests
        ),
    )


def batches(results: Results) -> str:
    """Show batches of more and more puzzles."""
    (contest,) = results["batches"]
    lines = [
        (name, f"{typical(row):.3g}", f"{typical(row) * int(name):,.0f}", rate(row))
        for row in contest["rows"]
        if (name := row["name"]).isdigit()
    ]
    return table(("puzzles a call", "µs a puzzle", "µs a call", "puzzles/s"), lines)


def command(results: Results) -> str:
    """Show the command from file to file."""
    solve = results["command"]["solve"]
    seconds = solve["seconds"]
    lines = [
        ("puzzles", f"{solve['puzzles']:,}"),
        ("seconds, of each run", ", ".join(f"{each:.2f}" for each in seconds)),
        ("puzzles/s", _round(solve["puzzles"] / median(seconds))),
        ("largest memory", f"{solve['megabytes']:.0f} MB"),
    ]
    if "threads" in results:
        engine = results["threads"][0]["rows"][-1]
        share = solve["puzzles"] / median(seconds) / (1e6 / typical(engine))
        lines.append((f"of the engine alone, threads: {engine['name']}", f"{share:.0%}"))
    return table(("`lowbit solve FILE -o OUT`", ""), lines)


def start(results: Results) -> str:
    """Show how long commands take to start."""
    lines = (
        (name, f"{1000 * median(seconds):.0f}", f"{1000 * min(seconds):.0f}")
        for name, seconds in results["command"]["start"].items()
    )
    return table(("", "ms", "at best"), lines)


def floor(results: Results) -> str:
    """Show what a sweep executes and how long it takes, with each instruction set."""
    machines = results["floor"]
    units = [_units(results, each) for each in machines.values()]
    least = [_least_cycles(*pair) for pair in zip(machines.values(), units, strict=True)]
    cycles = [_cycles(each) for each in machines.values()]
    kinds = [kind for kind in _kinds(machines) if kind != "instructions"]
    lines = [
        ("lanes", *(each["lanes"] for each in machines.values())),
        ("registers", *(each["registers"] for each in machines.values())),
    ]
    for kind in ("instructions", *kinds):
        counts = (each["instructions"]["sweep"].get(kind, 0) for each in machines.values())
        lines.append((kind, *counts))
    lines += [
        ("nanoseconds", *(f"{each['nanoseconds']['sweep']:.0f}" for each in machines.values())),
        ("cycles", *(f"{each:.0f}" for each in cycles)),
        ("vector units", *units),
        ("vector operations in them, cycles", *(f"{each:.0f}" for each in least)),
        ("units busy", *(f"{low / all_:.0%}" for low, all_ in zip(least, cycles, strict=True))),
    ]
    return table(("a sweep", *machines), lines)


def _kinds(machines: Mapping[str, Any]) -> list[str]:
    """Return what was counted on any machine, the most first."""
    total: dict[str, int] = {}
    for each in machines.values():
        for kind, count in each["instructions"]["sweep"].items():
            total[kind] = total.get(kind, 0) + count
    return sorted(total, key=lambda kind: -total[kind])


def _cycles(floor: Mapping[str, Any]) -> float:
    return float(floor["nanoseconds"]["sweep"] * floor["gigahertz"])


def _least_cycles(floor: Mapping[str, Any], units: int) -> float:
    return float(floor["instructions"]["sweep"]["vector operations"] / units)


def _units(results: Results, floor: Mapping[str, Any]) -> int:
    narrow, wide = VECTOR_UNITS.get(runs.kind(results), UNITS_OF_OTHERS)
    return wide if floor["registers"] == "zmm" else narrow


def search(results: Results) -> str:
    """Show where the time of a search goes."""
    native = results["floor"]["native"]
    searches = native["searches"]
    nodes = (each["nodes"] / each["puzzles"] for each in searches.values())
    sweeps = (native["lanes"] * each["sweeps"] / each["nodes"] for each in searches.values())
    times = [spent(native, each) for each in searches.values()]
    lines = [
        ("nodes a puzzle", *(f"{count:.2f}" for count in nodes)),
        ("sweeps a node", *(f"{count:.2f}" for count in sweeps)),
        ("nanoseconds a puzzle", *(f"{sum(each.values()):,.0f}" for each in times)),
    ]
    for part in PARTS_OF_SEARCH:
        cells = (f"{each[part]:,.0f} ({each[part] / sum(each.values()):.0%})" for each in times)
        lines.append((f"of that: {part}", *cells))
    return table(("limit 2, one thread", *searches), lines)


PARTS_OF_SEARCH = ("sweep", "choose", "save", "restore", "load and read", "the rest")


def spent(floor: Mapping[str, Any], search: Mapping[str, Any]) -> dict[str, float]:
    """Return the nanoseconds a puzzle that each part of a search takes, by its count and cost.

    A choice is counted for every sweep, which is a little too much: there is none where no
    lane stands still.
    """
    cost = floor["nanoseconds"]
    puzzles = search["puzzles"]
    times = {
        "sweep": search["sweeps"] * cost["sweep"],
        "choose": search["sweeps"] * cost["choose"],
        "save": search["guesses"] * cost["save"],
        "restore": (search["nodes"] - search["guesses"] - puzzles) * cost["restore"],
        "load and read": puzzles * (cost["load"] + cost["read"]),
    }
    times["the rest"] = search["nanoseconds"] - sum(times.values())
    return {part: time / puzzles for part, time in times.items()}


def peers(results: Results) -> str:
    """Tell how each peer was built."""
    known = results["peers"]
    measured = {
        row["name"]
        for part in ("files", "instructions", "packages")
        for contest in results.get(part, [])
        for row in contest["rows"]
    }
    built = (
        (each["name"], f"{each['source']} {each['version']}", f"`{each['build']}`", each["note"])
        for each in known["library"]
    )
    called = ((each["name"], "PyPI", f"`{each['call']}`", "") for each in known["package"])
    lines = (line for line in (*built, *called) if line[0] in measured)
    return table(("peer", "source", "built or called", ""), lines)


def omitted(results: Results) -> str:
    """Tell who is left out, and why."""
    left_out = ((each["name"], each["reason"]) for each in results["peers"]["omitted"])
    return table(("left out", "because"), left_out)


def title(contest: Contest) -> str:
    """Return what a contest was about."""
    return f"{contest['file']}, limit {contest['limit']}"


def ranked(contest: Contest) -> list[Row]:
    """Return lowbit's row and then the others, the fastest first."""
    own, *rivals = contest["rows"]
    return [own, *sorted(rivals, key=typical)]


def find(rows: Iterable[Row], name: str) -> Row | None:
    """Return the row of a contestant that was measured, or None."""
    return next((row for row in rows if row["name"] == name and "microseconds" in row), None)


def typical(row: Row) -> float:
    """Return the median time a puzzle in microseconds; endless for one that failed."""
    return float(median(row.get("microseconds", [float("inf")])))


def ratio(own: Row, other: Row, time: str = "microseconds") -> float:
    """Return how many times as fast as another one is: the median over turns side by side."""
    pairs = zip(own[time], other[time], strict=True)
    return float(median(theirs / ours for ours, theirs in pairs))


def rate(row: Row, of: Callable[[Iterable[float]], float] = median) -> str:
    """Return puzzles a second, in a typical pass or at best."""
    return _round(1e6 / of(row["microseconds"])) if "microseconds" in row else row["failed"]


def _round(number: float) -> str:
    """Write a number with three digits that count."""
    return _short(number) if number < 100 else f"{int(float(f'{number:.3g}')):,}"


def _short(number: float) -> str:
    return f"{number:.3g}" if number < 1000 else f"{int(float(f'{number:.3g}')):,}"


def table(head: Sequence[object], lines: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    rows = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)
