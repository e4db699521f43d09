"""The rule of each kind of constraint as a sentence in each language.

A name in braces is a field of the constraint: its cells, its number, its digits. With ``any_``
before it, its items are joined by "or"; ``the_cells`` begins a sentence, ``start`` is the first
cell, ``all`` are the cells of all parts.
"""

from __future__ import annotations

RULES = {
    "Holds": ("Cell {cell} must be {any_values}.", "{cell} 只能是 {any_values}。"),
    "Even": ("{the_cells} must be even.", "{cells} 填偶数。"),
    "Odd": ("{the_cells} must be odd.", "{cells} 填奇数。"),
    "Minimum": (
        "{the_cells} must be less than each cell beside, above and below.",
        "{cells} 小于上下左右的每个格。",
    ),
    "Maximum": (
        "{the_cells} must be more than each cell beside, above and below.",
        "{cells} 大于上下左右的每个格。",
    ),
    "Difference": (
        "Cells {first} and {second} must differ by exactly {difference}.",
        "{first} 和 {second} 恰好相差 {difference}。",
    ),
    "Ratio": (
        "One of {first} and {second} is {ratio} times the other.",
        "{first} 和 {second} 中一个是另一个的 {ratio} 倍。",
    ),
    "PairSum": (
        "Cells {first} and {second} must add up to {total}.",
        "{first} 与 {second} 之和为 {total}。",
    ),
    "Greater": ("Cell {first} must be greater than {second}.", "{first} 大于 {second}。"),
    "NonConsecutive": (
        "Neighbouring cells never hold consecutive digits, except where a sign says so.",
        "没有标记的相邻两格不能填连续的数。",
    ),
    "NoRatio": (
        "Of neighbouring cells, none is twice the other, except where a dot says so.",
        "没有黑点的相邻两格不能成两倍关系。",
    ),
    "NoSum": (
        "Neighbouring cells do not add up to {any_totals}, except where a sign says so.",
        "没有标记的相邻两格之和不能是 {any_totals}。",
    ),
    "Relation": (
        "Along {cells}, only some pairs of digits may follow each other.",
        "沿 {cells}，相邻两格只能填某些数对。",
    ),
    "RegularLanguage": (
        "The digits along {cells} must follow a pattern.",
        "{cells} 的数要符合一种模式。",
    ),
    "Or": ("At least one of several rules must hold for {all}.", "{all} 至少满足几条规则之一。"),
    "And": ("Several rules must hold together for {all}.", "{all} 要同时满足几条规则。"),
    "Thermometer": (
        "On the thermometer {cells}, digits {rise} from the bulb on.",
        "温度计 {cells} 上的数从球部起{rise}。",
    ),
    "Palindrome": (
        "The line {cells} reads the same from both ends.",
        "线 {cells} 从两端读起来一样。",
    ),
    "Whisper": (
        "Neighbours on the line {cells} differ by {difference} or more.",
        "线 {cells} 上相邻两格至少相差 {difference}。",
    ),
    "Renban": (
        "The line {cells} holds different consecutive digits, in any order.",
        "线 {cells} 填一组连续的不同数，顺序任意。",
    ),
    "Nabner": (
        "No two digits of the line {cells} are equal or consecutive.",
        "线 {cells} 上任意两数不相等也不连续。",
    ),
    "Between": (
        "All digits on the line {cells} lie between those at its ends.",
        "线 {cells} 中间的数都介于两端的数之间。",
    ),
    "Lockout": (
        (
            "The ends of the line {cells} differ by {difference} or more, and the cells between "
            "hold no digit from one end's to the other's."
        ),
        "线 {cells} 两端至少相差 {difference}，中间各格的数不能落在两端的数之间（含两端）。",
    ),
    "Modular": (
        (
            "Any {modulus} neighbours on the line {cells} have different remainders when divided "
            "by {modulus}."
        ),
        "线 {cells} 上任意连续 {modulus} 格除以 {modulus} 的余数各不相同。",
    ),
    "Entropic": (
        "Any three neighbours on the line {cells} hold a low, a middle and a high digit.",
        "线 {cells} 上任意连续三格含小、中、大数各一个。",
    ),
    "ParityLine": (
        "Odd and even digits alternate on the line {cells}.",
        "线 {cells} 上奇偶数交替。",
    ),
    "SameDifference": (
        "Neighbours on the line {cells} all differ by the same amount.",
        "线 {cells} 上相邻两格的差都相等。",
    ),
    "Sandwich": (
        "In {cells}, the digits between the smallest and the largest add up to {total}.",
        "{cells} 中，最小数与最大数之间的数之和为 {total}。",
    ),
    "Lunchbox": (
        (
            "{the_cells} must be different, and those between the smallest and the largest of them "
            "add up to {total}."
        ),
        "{cells} 填不同的数，其中最小与最大两数之间的数之和为 {total}。",
    ),
    "XSum": (
        "In {cells}, the first digit says how many digits from there on add up to {total}.",
        "{cells} 中，第一个数是几，前几个数之和就是 {total}。",
    ),
    "Skyscraper": (
        "In {cells}, {visible} digits are higher than all before them.",
        "{cells} 中，有 {visible} 个数比前面的都大。",
    ),
    "HiddenSkyscraper": (
        "In {cells}, the first digit that is lower than one before it is {value}.",
        "{cells} 中，第一个小于前面某数的是 {value}。",
    ),
    "NumberedRoom": (
        "In {cells}, the first digit says in which place {value} stands.",
        "{cells} 中，第一个数指出 {value} 在第几格。",
    ),
    "FullRank": (
        (
            "Of all rows and columns, read as numbers from both ends and put in order, {cells} "
            "read from {start} is number {rank}."
        ),
        "所有行列从两端读成数，由小到大排列，从 {start} 读起的{cells}排第 {rank}。",
    ),
    "NoEqualRanks": (
        "No two rows or columns, read from either end, are the same number.",
        "任何两个行或列，从哪一端读，都不是同一个数。",
    ),
    "Outside": ("Among {cells} there must be {values}.", "{values} 必在 {cells} 中。"),
    "AllDifferent": ("{the_cells} must all be different.", "{cells} 各不相同。"),
    "Equal": ("{the_cells} must hold the same digit.", "{cells} 填相同的数。"),
    "Clone": (
        "Cells {clone} must hold the same digits as {cells}, cell by cell.",
        "{clone} 与 {cells} 逐格相同。",
    ),
    "SameValues": (
        "The groups {groups} hold the same digits, in any order.",
        "{groups} 各组填同样的数，顺序任意。",
    ),
    "ConnectedValues": (
        "The cells with {any_values} form one region, connected by their sides.",
        "填 {any_values} 的格连成一片：任两格之间可以沿边逐格走到。",
    ),
    "AntiKnight": (
        "Cells a knight's move of chess apart are different.",
        "相距国际象棋马步的两格不能相同。",
    ),
    "AntiKing": (
        "Cells that touch, also at a corner, are different.",
        "相邻的格（包括对角）不能相同。",
    ),
    "AntiQueen": (
        "Two cells on one diagonal never both hold one of {any_values}.",
        "同一斜线上不能有两个 {any_values}。",
    ),
    "AntiTaxicab": (
        "The same digit never stands as many steps away, counted across and down, as it says.",
        "相同的两个数，横竖步数之和不能等于这个数。",
    ),
    "Doppelganger": (
        (
            "Each row, column and box lacks one digit other than the lowest, no two of a kind the "
            "same, and those of a cell with the lowest digit lack different ones."
        ),
        "每行、每列、每宫各缺一个数，但不缺最小数；同类互不相同；填最小数的格，所在行、列、宫所缺各不相同。",
    ),
    "ChaosConstruction": (
        "The board falls into connected regions, each as large and with different digits.",
        "全盘分成同样大的连通区域，每个区域里的数各不相同。",
    ),
    "ChaosArrow": (
        "Cell {cell} says how many cells in a row hold the same as {first}, along {arms}{itself}.",
        "{cell} 是从 {first} 起沿 {arms} 连续相同的格数{itself}。",
    ),
    "ChaosCount": (
        "Cell {cell} says how many of {others} hold the same as {first}{itself}.",
        "{cell} 是 {others} 中与 {first} 相同的格数{itself}。",
    ),
    "DutchFlatmates": (
        "Each middle digit has the lowest {before} it, or the highest {after} it.",
        "居中的数，{before}紧挨最小数，或{after}紧挨最大数。",
    ),
    "Diagonal": (
        "The digits of the diagonal are all different.",
        "对角线上的数各不相同。",
    ),
    "Windows": ("Each window has every digit once.", "每个窗口里每个数各一次。"),
    "DisjointGroups": (
        "Cells in the same place of their boxes are different.",
        "各宫同一位置的格各不相同。",
    ),
    "GlobalModulus": (
        "Each square of two by two cells has digits of all remainders by {modulus}.",
        "每个二乘二的方块都含有除以 {modulus} 的各种余数。",
    ),
    "GlobalEntropy": (
        "Each square of two by two cells has a low, a middle and a high digit.",
        "每个二乘二的方块都含有小、中、大数。",
    ),
    "Contains": ("Among {cells} there must be {values}.", "{values} 必在 {cells} 中。"),
    "LookAndSay": (
        "{the_cells} must hold what the clue {clue} counts: 12 is one 2.",
        "{cells} 的内容由 {clue} 说明：12 即一个 2。",
    ),
    "CountingCircles": (
        "A digit in a circle stands in exactly that many of the circles {cells}.",
        "圆圈 {cells} 中的数是几，这个数就在这些圆圈里恰好出现几次。",
    ),
    "EqualityCage": (
        "{the_cells} must be different: as many even as odd, and as many low as high digits.",
        "{cells} 各不相同，奇偶各半，大小各半。",
    ),
    "RellikCage": (
        "{the_cells} must be different, and no two or more of them add up to {total}.",
        "{cells} 各不相同，其中任何两个或更多数之和都不是 {total}。",
    ),
    "Indexer": (
        "The digit of {cell} says in which place of {line} the {value} stands.",
        "{cell} 的数指出 {value} 在 {line} 的第几格。",
    ),
    "CountDistinct": (
        "Cell {cell} says how many different digits {cells} hold.",
        "{cell} 是 {cells} 中不同数的个数。",
    ),
    "Cage": (
        "The digits of the cage {cells} are all different{make}.",
        "笼 {cells} 中的数各不相同{make}。",
    ),
    "Sum": ("{terms} must be {total}.", "{terms} 要等于 {total}。"),
    "LittleKiller": (
        "The diagonal {cells} adds up to {total}.",
        "斜线 {cells} 之和为 {total}。",
    ),
    "Arrow": (
        "The digits along the arrow, {shaft}, add up to its circle, {circle}.",
        "箭身 {shaft} 之和等于圆圈 {circle}。",
    ),
    "DoubleArrow": (
        "On the line {cells}, the digits between the ends add up to the sum of the ends.",
        "线 {cells} 中间的数之和等于两端之和。",
    ),
    "EqualSums": ("The groups {groups} have the same sum.", "{groups} 各组之和相等。"),
    "RegionSumLine": (
        "The line {cells} has the same sum in each box that it passes.",
        "线 {cells} 在所过各宫中的和相等。",
    ),
    "Zipper": (
        "Along {cells}, cells as far from the centre have the same sum, that of a cell in it.",
        "线 {cells} 上到中心等距的两格之和都相等；中心若是一格，就等于其中的数。",
    ),
    "SumLine": (
        "The line {cells} can be cut into stretches that each add up to {total}.",
        "线 {cells} 可分成若干段，每段之和为 {total}。",
    ),
}
"""The rule of each kind, in English and in Chinese, by the name of its class."""

OF_REGIONS = {
    "ChaosArrow": (
        "Cell {cell} says how far the region of {first} runs on along {arms}{itself}.",
        "{cell} 是 {first} 所在区域沿 {arms} 连续的格数{itself}。",
    ),
    "ChaosCount": (
        "Cell {cell} says how many of {others} are in the region of {first}{itself}.",
        "{cell} 是 {others} 中与 {first} 同区域的格数{itself}。",
    ),
}
"""The rules of clues about regions to be found, with cells in place of the numbers of these."""
