"""Makes the small fonts of public pages from the @fontsource packages: fewer letters and weights, the same shapes.

The two faces of the interface keep the letters of English and what European names need most; any other letter comes
from the full files. The demo's faces keep the letters that captions on public pages are set in. All four families are
under the SIL Open Font License 1.1, which allows this. Needs fontTools with brotli: `python3 scripts/page-fonts.py`.
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"

BASIC = "".join(map(chr, range(0x20, 0x7F)))
TYPOGRAPHIC = "\u00a0·×–—‘’“”…•−→€"
LOWER = "abcdefghijklmnopqrstuvwxyz MS,.'"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ ,.'"

FONTS = [
    # source, target, characters, weights
    (
        "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
        "src/app/pages/fonts/bricolage-grotesque.woff2",
        BASIC + TYPOGRAPHIC,
        700,
    ),
    (
        "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
        "src/app/pages/fonts/instrument-sans.woff2",
        BASIC + TYPOGRAPHIC,
        (400, 600),
    ),
    *(
        (
            f"@fontsource/{family}/files/{family}-latin-{weight}-normal.woff2",
            f"src/features/site/web/demo/fonts/demo-{family}-{weight}.woff2",
            letters,
            None,
        )
        for family, weight, letters in (
            ("montserrat", 800, LOWER),
            ("montserrat", 900, UPPER),
            ("inter", 700, LOWER),
        )
    ),
]


def make(source, target, characters, weights):
    font = TTFont(PACKAGES / source)
    if weights is not None:
        font = instancer.instantiateVariableFont(font, {"wght": weights})
    options = subset.Options(
        layout_features=["kern", "tnum"] if weights else ["kern"],
        hinting=False,
        name_IDs=[1, 2, 3, 4, 6],
        drop_tables=["DSIG", "STAT"],
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
    # The same bytes whenever it is made.
    font.recalcTimestamp = False
    (ROOT / target).parent.mkdir(parents=True, exist_ok=True)
    font.save(ROOT / target)
    print(target, (ROOT / target).stat().st_size, "bytes")


for font in FONTS:
    make(*font)
