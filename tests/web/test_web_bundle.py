"""The page becomes one file, and what cannot be taken apart is an error at the start."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from lowbit import web
from lowbit.pictures import board, evidence, measures
from lowbit.pictures.evidence import DIAMOND, DISC, DOWN, LOOKS, SQUARE, UP
from lowbit.pictures.themes import THEMES
from lowbit.web.http.bundle import bundle, one_script
from lowbit.web.http.files import page_files

MODULES = {
    "main.js": 'import { ask as put, LIMIT } from "./ask.js";\nput(LIMIT);\n',
    "ask.js": "export const LIMIT = 7;\nexport async function ask(n) {\n  return n;\n}\n",
}
HTML = (
    '<link rel="stylesheet" href="a.css"><link rel="stylesheet" href="b/c.css">'
    '<script type="module" src="main.js"></script>'
)


def test_modules_become_functions_behind_those_they_import() -> None:
    assert one_script("main.js", MODULES) == (
        "const modules = {};\n"
        'modules["ask.js"] = (() => {\n'
        "const LIMIT = 7;\nasync function ask(n) {\n  return n;\n}\n"
        "return { LIMIT, ask };\n})();\n"
        'modules["main.js"] = (() => {\n'
        'const { ask: put, LIMIT } = modules["ask.js"];\nput(LIMIT);\n'
        "return {  };\n})();\n"
    )


def test_the_page_holds_its_styles_and_script_and_allows_them_by_their_hashes() -> None:
    page = bundle(HTML, MODULES | {"a.css": "p {}", "b/c.css": "q {}"})
    styles = "<style>p {}</style><style>q {}</style>"
    assert page.html.startswith(f'{styles}<script type="module">const modules')
    for directive, tag in (("style-src", "style"), ("script-src", "script")):
        found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page.html, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()) for each in found]
        assert page.sources[directive].split() == [f"'sha256-{each.decode()}'" for each in digests]


@pytest.mark.parametrize(
    "text",
    [
        'import "./ask.js";\n',
        'import * as ask from "./ask.js";\n',
        "export let n = 1;\n",
        "export { n };\n",
        "export default 1;\n",
        'const later = import("./ask.js");\n',
        'const tag = "</script>";\n',
    ],
)
def test_a_module_that_cannot_be_taken_apart_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js: what to do with"):
        one_script("main.js", MODULES | {"main.js": text})


def test_a_circle_of_modules_is_an_error() -> None:
    circle = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js imports itself, by way of b\.js"):
        one_script("a.js", circle)


def test_every_module_is_in_the_page() -> None:
    files = page_files()
    modules = {path[1:] for path in files if path.endswith(".js")} - {"sw.js"}
    modules = {path for path in modules if not path.startswith("quick/")}  # of a worker of its own
    named = re.findall(r'^modules\["(.+)"\] = ', files["/"].content.decode(), re.MULTILINE)
    assert set(named) == modules
    assert len(named) == len(modules)


def test_every_string_that_the_page_names_is_said_in_each_language() -> None:
    named = set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', text_of("/index.html")))
    for path in page_files():
        if path.endswith(".js") and path not in {"/words/en.js", "/words/zh.js"}:
            named |= set(re.findall(r'\bsay\(\s*"([^"]+)"', text_of(path)))
    for language in ("en", "zh"):
        strings = text_of(f"/words/{language}.js").partition("CHINESE_PROBLEMS")[0]
        known = re.findall(r'^  "?([^":]+)"?: "', strings, re.MULTILINE)
        assert named <= set(known)
        assert len(known) == len(set(known))


def test_every_role_of_a_step_has_the_look_that_pictures_give_it() -> None:
    looks = {"DISC": DISC, "SQUARE": SQUARE, "DIAMOND": DIAMOND, "UP": UP, "DOWN": DOWN}
    styles = re.findall(
        r'^  "?([a-z0-9 -]+)"?: ([A-Z]+),$', text_of("/board/evidence.js"), re.MULTILINE
    )
    assert {role: looks[look] for role, look in styles} == LOOKS
    for language in ("en", "zh"):
        said = re.findall(r'^  "role-([^"]+)": "', text_of(f"/words/{language}.js"), re.MULTILINE)
        assert set(said) == set(LOOKS)


SIZES = {
    **{name: getattr(measures, name) for name in ("CELL", "INSET", "HEADROOM", "CAGED")},
    **{name: getattr(evidence, name) for name in ("HEAD_LENGTH", "HEAD_WIDTH", "BEND", "NEAR")},
    "FRAME_INSET": evidence.COVER_INSET,
    "WORDS_SIZE": board.WORDS_SIZE,
}


def test_the_page_draws_in_the_sizes_and_colours_of_pictures() -> None:
    found: dict[str, float] = {}
    for names, numbers in re.findall(
        r"^const (\[.*?\]|\w+) = (\[[\d, ]+\]|[\d.]+);", text_of("/board/drawing.js"), re.MULTILINE
    ):
        each = re.findall(r"\w+", names), map(float, re.findall(r"[\d.]+", numbers))
        found |= dict(zip(*each, strict=True))
    assert found == SIZES
    light, dark, *_ = text_of("/style/tokens.css").split("@media")
    for theme, style in (("light", light), ("dark", dark)):
        colors = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", style))
        mine = THEMES[theme]
        named = {"frame": mine.cover, "grid": mine.rule}
        named |= {
            name: getattr(mine, name) for name in ("house", "placed", "struck", "stroke", "link")
        }
        named |= {f"look-{look}": color for look, color in enumerate(mine.roles)}
        assert named == {name: colors[name] for name in named}


def text_of(path: str) -> str:
    return (Path(web.__file__).parent / "static" / path[1:]).read_text(encoding="utf-8")
