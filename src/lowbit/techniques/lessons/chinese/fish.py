"""Lessons on fish, on patterns of one digit, and on wings, in Chinese."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

FISH_SIZES = {
    "x-wing": ("两", ("矩形摒除",)),
    "swordfish": ("三", ("剑鱼",)),
    "jellyfish": ("四", ("水母",)),
    "squirmbag": ("五", ()),
    "whale": ("六", ()),
    "leviathan": ("七", ()),
}

PLAIN = "只看一个数字。在{n}行里，它的所有位置都落在同样的{n}列上（行列对调也一样）{fins}"
PLAIN_WHY = (
    "这{n}行各需要这个数字一次，而且任何两行的都不在同一列。"
    "所以它们在{n}列里各占一个位置，每一列的这个数字就在那里。"
)
LARGE = "只看一个数字。它在{n}个{houses}里的所有位置，都落在与之相交的另外{n}个区域里{fins}"
LARGE_HOUSES = {"franken-": "区域（行与宫，或列与宫）", "mutant-": "区域（行、列、宫混合）"}
LARGE_WHY = (
    "前{n}个区域共需要这个数字{n}次，另外{n}个区域各容得下一次，所以后者的这个数字都在前者的格里。"
    "若某格同属后者中的两个，填在那里会占掉两个名额，其余的就放不下，所以也不能填。"
)
WHOLE = "：后{n}个区域的其他格不能填它。"
FINNED = (
    "，只有一个或几个多余的格例外，称为鳍：若某格在没有鳍时会被排除，又看得到所有的鳍，"
    "就不能填这个数字。"
)
FINNED_WHY = (
    "以上是鳍都不填这个数字的情形。要是某个鳍填了它，看得到鳍的格也不能填。两种情形都一样。"
)


def _fish() -> dict[str, Lesson]:
    lessons = {}
    for size, (n, others) in FISH_SIZES.items():
        plain, whole = PLAIN_WHY.format(n=n), WHOLE.format(n=n)
        lessons[size] = Lesson(
            PLAIN.format(n=n, fins=f"：这{n}列的其他格不能填它。"), plain, others
        )
        lessons[f"finned-{size}"] = Lesson(PLAIN.format(n=n, fins=FINNED), plain + FINNED_WHY)
        lessons[f"sashimi-{size}"] = Lesson(
            PLAIN.format(n=n, fins=FINNED) + "去掉鳍以后，其中一行只剩一个位置，甚至没有位置。",
            plain + FINNED_WHY + "要是某一行去掉鳍就没有位置了，那么必有一个鳍填这个数字。",
        )
        for kind, houses in LARGE_HOUSES.items():
            large = LARGE_WHY.format(n=n)
            lessons[kind + size] = Lesson(LARGE.format(n=n, houses=houses, fins=whole), large)
            lessons[f"finned-{kind}{size}"] = Lesson(
                LARGE.format(n=n, houses=houses, fins=FINNED), large + FINNED_WHY
            )
    return lessons


KRAKEN = {
    "kraken-fish-1": Lesson(
        "一条带鳍的鱼，若没有鳍就能排除某个候选数，而从每个鳍出发也各有一条链排除它：可以删去。",
        "要么鳍都不成立，由鱼排除它；要么某个鳍成立，由这个鳍的链排除它。",
    ),
    "kraken-fish-2": Lesson(
        "从一条带鳍的鱼里去掉一个覆盖区域。从这个区域里的每个位置，以及每个鳍出发，"
        "各有一条链排除同一个候选数：可以删去。",
        "其余的覆盖区域比鱼所需少容一个数字，所以这些位置和鳍中必有一个成立；"
        "无论哪一个，它的链都排除这个候选数。",
    ),
}

ONE_OF_TWO = "所以两个远端中必有一个填这个数字，同时看到两端的格不能填它。"

SINGLE_DIGIT = {
    "skyscraper": Lesson(
        "某个数字在两行里各只有两个位置，而且两行各有一个位置在同一列上（行列对调也一样）。"
        "同时看到另外两个位置的格不能填它。",
        "同一列上的两个位置不能都填这个数字；没有填的那一行，就填在它的另一端。" + ONE_OF_TWO,
    ),
    "two-string-kite": Lesson(
        "某个数字在一行里只有两个位置，在一列里也只有两个位置，而且各有一个位置在同一宫里。"
        "同时看到另外两个位置的格不能填它。",
        "宫里的两个位置不能都填这个数字；没有填的那一行或列，就填在它的另一端。" + ONE_OF_TWO,
        ("双强链",),
    ),
    "empty-rectangle": Lesson(
        "某宫里一个数字的所有位置都在一行和一列上，像个十字。另有一条线，这个数字只有两个位置，"
        "其中一个在十字的一臂延长出宫的地方。"
        "另一臂的延长线与第二个位置所在的线相交的那一格，不能填这个数字。",
        "假设填在那里：宫里的这个数字就不在这一臂上，只能在另一臂上；第二个位置也不能填，"
        "只能填第一个位置，而它正在同一臂的延长线上。一条线上出现两次，不可能。",
    ),
    "dual-two-string-kite": Lesson(
        "两个双线风筝共用宫里的一对位置：两边的结论都成立。", "两个图形各自成立。"
    ),
    "dual-empty-rectangle": Lesson(
        "两个空矩形共用一个宫：两边的结论都成立。", "两个图形各自成立。"
    ),
    "turbot-fish": Lesson(
        "某个数字在两个区域里各只有两个位置，而且各有一个位置互相看到。"
        "同时看到另外两个位置的格不能填它。",
        "互相看到的两个位置不能都填这个数字；没有填的那个区域，就填在它的另一端。" + ONE_OF_TWO,
    ),
    "x-chain": Lesson(
        "沿着一个数字走：第一个区域里它只有两个位置，其中第二个看得到下一个区域的一个位置，"
        "那个区域里它也只有两个位置，如此继续。同时看到链的两端的格不能填它。",
        "要是第一个位置不填它，第二个就填，第三个就不填，第四个就填……直到最后一个填它。"
        "所以两端至少有一个填它，同时看到两端的格不能填。",
    ),
}

WINGS = {
    "w-wing": Lesson(
        "互相看不到的两格有同样的两个候选数。其中一个数字在某个区域里只有两个位置，"
        "而这两格各看到其中一个。同时看到这两格的格不能填另一个数字。",
        "那两个位置必有一个填第一个数字，看到它的那格就不能填第一个，只能填第二个。"
        "所以两格中总有一个填第二个数字。",
    ),
    "xy-wing": Lesson(
        "三个格各有两个候选数：枢纽是 x 或 y；它看到一格是 x 或 z，另一格是 y 或 z。"
        "同时看到后两格的格不能填 z。",
        "枢纽若是 x，第一格就不能是 x，只能是 z；枢纽若是 y，第二格就是 z。总之两格中有一个是 z。",
    ),
    "xyz-wing": Lesson(
        "枢纽是 x、y 或 z；它看到一格是 x 或 z，另一格是 y 或 z。同时看到三格的格不能填 z。",
        "枢纽若是 x，第一格是 z；若是 y，第二格是 z；否则枢纽自己是 z。总之三格中有一个是 z。",
    ),
}
WINGS |= {
    f"{name}-wing": Lesson(
        f"在相交的一条线和一个宫里，有{n}格总共只有{n}个候选数。除一个以外，"
        "每个数字的位置都互相看到，在这些格里只能出现一次。剩下的那个数字记为 z："
        "看到所有 z 位置的格不能填 z。",
        f"{n}格都要填。其他数字各至多填一格，还差一格，所以至少有一格是 z。",
    )
    for name, n in (("wxyz", "四"), ("vwxyz", "五"))
}

LESSONS = {**_fish(), **KRAKEN, **SINGLE_DIGIT, **WINGS}
"""The lesson on each, by its slug."""
