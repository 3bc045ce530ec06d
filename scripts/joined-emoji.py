"""Makes a small font of four joined emoji, one private character each.

The worker's canvas engine draws these sequences, which begin with a sign that is plain text by default, as two
pictures; as single characters both engines draw them alike. Noto Color Emoji is under the SIL Open Font License 1.1,
which allows this; so is the result. Needs fontTools: `python3 scripts/joined-emoji.py`.
"""
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "node_modules/@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff"
TARGET = ROOT / "src/features/rendering/server/own-font-files/joined-emoji.woff"

# The order is that of JOINED in fonts.ts.
SEQUENCES = [
    (0x1F3F3, 0x200D, 0x1F308),  # rainbow flag
    (0x2764, 0x200D, 0x1F525),  # heart on fire
    (0x2764, 0x200D, 0x1FA79),  # mending heart
    (0x26D3, 0x200D, 0x1F4A5),  # broken chain
]


def ligature(font, sequence):
    names = [font.getBestCmap()[code] for code in sequence]
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            for found in getattr(table, "ligatures", {}).get(names[0], []):
                if found.Component == names[1:]:
                    return found.LigGlyph
    raise SystemExit(f"no glyph for {sequence}")


font = TTFont(SOURCE)
glyphs = [ligature(font, sequence) for sequence in SEQUENCES]
for table in font["cmap"].tables:
    if table.isUnicode():
        table.cmap = {**{0xE000 + n: glyph for n, glyph in enumerate(glyphs)}} if table.format != 14 else table.cmap
options = subset.Options(layout_features=[], name_IDs=["*"], notdef_outline=True, recalc_bounds=True)
for unused in ("GSUB", "GPOS", "GDEF", "SVG "):
    if unused in font:
        del font[unused]
options.hinting = False
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=range(0xE000, 0xE000 + len(glyphs)))
subsetter.subset(font)
for record in font["name"].names:
    if record.nameID in (1, 3, 4, 6, 16):
        record.string = "WordpopJoinedEmoji"
font.flavor = "woff"
# The same bytes whenever it is made.
font.recalcTimestamp = False
font.save(TARGET)
print(TARGET.name, TARGET.stat().st_size, "bytes", glyphs)
