"""Lessons on colouring and chains, in Chinese."""

from __future__ import annotations

from lowbit.techniques.lessons.lesson import Lesson

COLOURING = "只看一个数字。凡是它只有两个位置的区域，把两个位置轮流涂上两种颜色。"
COLOUR_WHY = (
    "区域里只有两个位置时，一个填，另一个就不填，所以两种颜色中一种处处填这个数字，另一种处处不填。"
)
COLOURS = {
    "simple-colours-trap": Lesson(
        COLOURING + "同时看到两种颜色的格不能填它。",
        COLOUR_WHY + "无论哪种颜色成立，这一格都看到这个数字。",
    ),
    "simple-colours-wrap": Lesson(
        COLOURING + "若同一种颜色的两个位置互相看到，这种颜色的位置都不填它。",
        COLOUR_WHY + "会让一个区域出现两次这个数字的颜色不可能成立。",
    ),
    "multi-colours-1": Lesson(
        COLOURING + "得到互不相连的两组颜色。一组的某个位置看到另一组的某个位置："
        "同时看到与这两种颜色相对的两种颜色的格，不能填它。",
        COLOUR_WHY + "互相看到的两种颜色至少有一种不成立，所以与它们相对的颜色至少有一种成立。",
    ),
    "multi-colours-2": Lesson(
        COLOURING
        + "得到互不相连的两组颜色。某种颜色看到另一组的两种颜色：这种颜色的位置都不填它。",
        COLOUR_WHY + "另一组里总有一种颜色成立，看到它的颜色就不成立。",
    ),
}

CHAINS = {
    "remote-pair": Lesson(
        "一串格都只有同样的两个候选数，前后两格互相看到。若两格之间隔着偶数个格，"
        "同时看到这两格的格不能填这两个数字。",
        "两个数字沿着链轮流出现，所以这两格填的不同，不管谁先谁后，两个数字都用掉了。",
    ),
    "xy-chain": Lesson(
        "一串格各有两个候选数，前后两格互相看到，并有一个共同的数字接下去。"
        "链的首尾是同一个数字 z，它不用来连接。同时看到首尾两格的格不能填 z。",
        "第一格若不是 z，就是它的另一个数字；第二格就不能是那个，只能是它的另一个……"
        "直到最后一格是 z。所以首尾总有一个是 z。",
    ),
}
LINKS = (
    "在这样的链里，一处不成立，就使下一处成立（某格只剩两个候选数，或某个区域里只剩两个位置）；"
    "一处成立，就排除再下一处。"
)
GROUPED = "这里有些环节是一条线上同一宫里的几格，合起来算一处：要么其中一格填这个数字，要么都不填。"
LOOP_LESSONS = {
    "continuous-nice-loop": Lesson(
        "一圈推论：这个不成立则那个成立，那个成立则下一个不成立……绕回起点。"
        "凡是不能同时成立的相邻两处，总有一处成立：同时看到两处的候选数可以删去；"
        "两处若在同一格，该格的其他候选数也可以删去。",
        "这一圈正着、反着都能推。无论从成立的还是不成立的候选数出发，其余的都轮流确定，"
        "所以相邻两处恰有一处成立。" + LINKS,
    ),
    "discontinuous-nice-loop": Lesson(
        "从一个候选数的假设出发，一环一环推下去，回到它所在的格时得出相反的结论："
        "若填则不填，或若不填则填。所以起初的假设不成立。",
        "能推出自己反面的假设不可能对：删去这个候选数，或者填上它。" + LINKS,
    ),
    "aic": Lesson(
        "连接两个候选数的一串推论：若第一个不成立，最后一个就成立。两者都会排除的候选数可以删去。",
        "要么第一个候选数成立，要么由链推出最后一个成立。两种情形下，"
        "与两者都冲突的候选数都不成立。" + LINKS,
        ("AIC",),
    ),
}
CHAINS |= LOOP_LESSONS
CHAINS |= {
    f"grouped-{slug}": Lesson(says + GROUPED, why, others)
    for slug, (says, why, others) in LOOP_LESSONS.items()
}

CYCLE_WHY = "这个环正着、反着都能推，所以相邻两处恰有一处成立。"
CHAIN_WHY = "能推出自己反面的假设不成立，所以反面成立。"
CYCLES = {
    "generalized-x-wing": Lesson(
        "一个数字经过四格的环：同时看到相邻两处的候选数可以删去。", CYCLE_WHY
    ),
    "x-cycle": Lesson("一个数字的环：同时看到相邻两处的候选数可以删去。", CYCLE_WHY),
    "y-cycle": Lesson(
        "由只有两个候选数的格组成的环：同时看到相邻两处的同一数字可以删去。", CYCLE_WHY
    ),
    "xy-cycle": Lesson("经过格与区域的环：同时看到相邻两处的候选数可以删去。", CYCLE_WHY),
    "turbot-chain": Lesson("一个数字的六个环节，从一个候选数推出它的反面。", CHAIN_WHY),
    "forcing-x-chain": Lesson("一个数字的链，从一个候选数推出它的反面。", CHAIN_WHY),
    "forcing-chain": Lesson("经过格与区域的链，从一个候选数推出它的反面。", CHAIN_WHY),
}

SOME_CASE = "各种情形中总有一种是答案里的，无论哪一种，结论都成立。"
ABSURD = "推出不可能的事的假设不可能对。"
IMPOSSIBLE = (
    "不可能的事是：一个区域里同一数字出现两次，一个数字在区域里没有位置，一格没有候选数，"
    "或者一个候选数既成立又不成立。"
)
FORCING = {
    "nishio-forcing-chains": Lesson("只经过区域，从一个候选数推出矛盾：可以删去。", ABSURD),
    "forcing-chain-contradiction": Lesson(
        "假设一个候选数成立，一环一环推下去。若推出不可能的事，就删去它；"
        "若从它不成立推出不可能的事，就填上它。",
        ABSURD + IMPOSSIBLE,
    ),
    "forcing-chain-verity": Lesson(
        "把所有情形逐一推下去：一格的每个候选数，或一个数字在区域里的每个位置，"
        "或一个候选数成立与不成立。若每种情形都有链推出同一个结论，它就成立。",
        SOME_CASE,
    ),
    "forcing-net-contradiction": Lesson(
        "假设一个候选数成立，把随之确定的都填上，一步可以依据先前的几个结论。"
        "若推出不可能的事，就删去它；若从它不成立推出不可能的事，就填上它。",
        ABSURD + IMPOSSIBLE,
    ),
    "forcing-net-verity": Lesson(
        "把所有情形逐一推到底：一格的每个候选数，或一个数字在区域里的每个位置，"
        "或一个候选数成立与不成立。若每种情形都推出同一个结论，它就成立。",
        SOME_CASE,
    ),
    "braid": Lesson(
        "假设一个候选数成立，依次看几个格，或区域里的几个数字：在每一处，假设的和先前找到的候选数"
        "都只留下一个候选数，最后一处一个也不剩。所以假设的不成立。"
        "经过几处，编织链的长度就是几。短的先用：一道题用到的最长的，就是它的 B。",
        ABSURD + IMPOSSIBLE,
    ),
}
DYNAMIC = (
    "",
    "途中也用区块、数对和二链列来排除。",
    "途中也用环和强制链来排除。",
    "途中也用环和多个起点的强制链来排除。",
    "途中也用动态强制链来排除。",
    "途中也用内含强制链的动态强制链来排除。",
)
ENDINGS = (
    "",
    "-plus",
    "-plus-forcing-chains",
    "-plus-multiple-forcing-chains",
    "-plus-dynamic-forcing-chains",
    "-plus-nested-forcing-chains",
)
STARTS = {
    "contradiction": ("从一个候选数成立或不成立推出矛盾。", ABSURD),
    "double": ("一个候选数无论成立与否，都推出同一个结论。", SOME_CASE),
    "cell": ("一格的每个候选数都推出同一个结论。", SOME_CASE),
    "region": ("一个数字在区域里的每个位置都推出同一个结论。", SOME_CASE),
}
FORCING |= {f"{name}-forcing-chains": Lesson(*STARTS[name]) for name in ("cell", "region")}
FORCING |= {
    f"dynamic-{name}-forcing-chains{ending}": Lesson(
        f"{says}一处的真假可以由几个候选数共同得出。{more}", why
    )
    for name, (says, why) in STARTS.items()
    for ending, more in zip(ENDINGS, DYNAMIC, strict=True)
}

LESSONS = {**COLOURS, **CHAINS, **CYCLES, **FORCING}
"""The lesson on each, by its slug."""
