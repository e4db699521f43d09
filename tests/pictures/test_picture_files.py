"""PDF and PNG: what they hold, read back by another program than wrote them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lowbit import Geometry, Grid, InputError, MissingPackageError, solve
from lowbit.pictures import Shown, draw, to_pdf, to_png
from lowbit.pictures.themes import NAMES, THEMES

pytest.importorskip("fpdf")
pdfium = pytest.importorskip("pypdfium2")

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def written(pdf: bytes) -> dict[tuple[int, int], str]:
    """Return the letters of a PDF's first page, by the units of the picture that they stand at."""
    with pdfium.PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        found = {}
        for index in range(text.count_chars()):
            letter = text.get_text_range(index, 1)
            if letter.strip():
                left, bottom, right, top = text.get_charbox(index)
                middle = page.get_height() - (bottom + top) / 2
                found[round(left + right), round(2 * middle)] = letter
        return found


def test_every_digit_of_a_pdf_stands_in_the_middle_of_its_cell() -> None:
    solution = solve(PUZZLE)
    found = written(to_pdf(draw(solution, Shown(givens=PUZZLE))))
    cells = {}
    for (x, y), letter in found.items():
        column, right = divmod(x - 6, 60)
        row, down = divmod(y - 6, 60)
        assert abs(right - 30) <= 4
        assert abs(down - 30) <= 2
        cells[row * 9 + column] = letter
    assert "".join(cells[cell] for cell in range(81)) == solution.to_line()


def test_candidates_and_score_are_in_a_pdf() -> None:
    grid = Grid("1....2....3....4", Geometry.parse("4x4"))
    shown = Shown(candidates=True, weights="uniform", score=True)
    letters = "".join(sorted(written(to_pdf(draw(grid, shown))).values()))
    candidates = "".join("".join(map(str, grid.candidates_of(c))) for c in range(16) if not grid[c])
    assert letters == "".join(sorted("1" * 4 + "1234" + candidates + "score10"))


def test_several_pictures_are_several_pages() -> None:
    pictures = [draw(Grid("." * 81)), draw(Grid("." * 16, Geometry.parse("4x4")))]
    with pdfium.PdfDocument(to_pdf(iter(pictures))) as document:
        assert [page.get_size() for page in document] == [(276, 276), (126, 126)]


@pytest.mark.parametrize("theme", NAMES)
def test_a_png_has_the_colours_of_its_theme(theme: str) -> None:
    image = pillow(to_png(draw(Grid("1" + "." * 80)), theme, 552))
    colors = THEMES["light" if theme == "auto" else theme]
    assert image.size == (552, 552)
    assert f"#{bytes(image.getpixel((80, 40))).hex()}" == colors.paper
    assert f"#{bytes(image.getpixel((300, 6))).hex()}" == colors.frame
    cell = image.crop((10, 10, 62, 62)).getcolors(4096)
    assert tuple(bytes.fromhex(colors.given[1:])) in {color for _, color in cell}


def pillow(png: bytes):  # type: ignore[no-untyped-def]  # noqa: ANN201 - Pillow's type
    from io import BytesIO  # beside what needs it

    from PIL import Image  # comes with fpdf2

    return Image.open(BytesIO(png)).convert("RGB")


def test_a_png_is_80_pixels_a_cell_where_no_width_is_asked_for() -> None:
    assert pillow(to_png(draw(Grid("." * 81)))).size == (736, 736)


@pytest.mark.slow
def test_the_same_picture_gives_the_same_bytes() -> None:
    script = (
        "from lowbit.pictures import *; from lowbit import Grid; from hashlib import sha256;"
        f"picture = draw(Grid({PUZZLE!r}), Shown(candidates=True));"
        "print(sha256(to_pdf(picture) + to_png(picture)).hexdigest())"
    )
    runs = {subprocess.check_output([sys.executable, "-c", script]) for _ in range(2)}
    assert len(runs) == 1


@pytest.mark.parametrize("write", [to_pdf, to_png])
def test_what_is_wrong_is_an_error(write: object) -> None:
    with pytest.raises(InputError, match="unknown theme 'pink'; choose from light"):
        write(draw(Grid("." * 81)), "pink")  # type: ignore[operator]


@pytest.mark.parametrize(
    ("write", "module", "package"), [(to_pdf, "fpdf", "fpdf2"), (to_png, "pypdfium2", "pypdfium2")]
)
def test_a_package_that_is_missing_is_named(
    write: object, module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingPackageError, match=rf"needs {package}: pip install 'lowbit\[pic"):
        write(draw(Grid("." * 81)))  # type: ignore[operator]


def test_only_pdf_and_png_load_packages() -> None:
    script = (
        "import sys; from lowbit import Grid, render; render(Grid('.' * 81), weights='pyramid');"
        "import lowbit.pictures; print(*sys.modules)"
    )
    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).split()
    assert not {"fpdf", "pypdfium2", "PIL", "numpy", "numba"} & set(loaded)
