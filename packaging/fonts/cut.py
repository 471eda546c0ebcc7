"""Cuts Tessera's fonts from Inter: the letters the product needs, digits of equal width, no contextual alternates; and its
pictograms from Google's Material Icons.

JavaFX cannot switch OpenType features on or off, so what Inter offers as features is frozen into the cut: "tnum" for
the digits, so that columns of numbers line up; "calt" is left out, because it turns the x of a pod's name into a
multiplication sign. Figures for headlines keep their natural widths.

usage: python3 cut.py FOLDER OUTPUT_FOLDER      (needs fonttools)

FOLDER holds Inter-Regular.otf and Inter-SemiBold.otf of Inter 4.1, and MaterialIcons-Outlined.ttf as of August 2020.
"""
import math
import pathlib
import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont


def span(first, last):
    return range(first, last + 1)


DIGITS = span(0x30, 0x39)
TEXT = [*span(0x20, 0x7E), *span(0xA0, 0x17F), *span(0x218, 0x21B), *span(0x2B9, 0x2DD), *span(0x300, 0x30C),
        *span(0x370, 0x3FF), *span(0x400, 0x45F), *span(0x490, 0x491), *span(0x1E80, 0x1E85), 0x1E9E,
        *span(0x1EF2, 0x1EF3), *span(0x2000, 0x206F), *span(0x2070, 0x209C), *span(0x20A0, 0x20BF),
        *span(0x2100, 0x215E), *span(0x2190, 0x21FF), *span(0x2200, 0x22FF), *span(0x2318, 0x2326),
        *span(0x2460, 0x2473), *span(0x25A0, 0x25FF), *span(0x2713, 0x2717), 0xFFFD]
FIGURES = [*span(0x20, 0x7E), 0xA0, 0xB7, 0x2009, 0x202F, 0x2013, 0x2212, 0x2265]
# As views/tessera/ui/kit/IconFont.java names them.
PICTOGRAMS = [0xE14A, 0xE17A, 0xE199, 0xE19B, 0xE1D6, 0xE228, 0xE2F8, 0xE305, 0xE367, 0xE3C5, 0xE3C7, 0xE3EA, 0xE442,
              0xE453, 0xE4DF, 0xE57F, 0xE593, 0xE5BD, 0xE6C1, 0xE6ED, 0xE7A8, 0xE7F1]


def tabular(font):
    """Which glyph each digit becomes under "tnum"."""
    table = font["GSUB"].table
    replaced = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    replaced.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return replaced


def freeze_digits(font):
    replaced = tabular(font)
    for table in font["cmap"].tables:
        for code in DIGITS:
            if table.cmap.get(code) in replaced:
                table.cmap[code] = replaced[table.cmap[code]]


def rename(font, family, style):
    full = family if style == "Regular" else family + " " + style
    plain = full.replace(" ", "")
    names = font["name"]
    for extra in (16, 17, 21, 22, 25):
        names.removeNames(nameID=extra)
    for record in names.names:
        texts = {1: family, 2: style, 3: "tessera;" + full, 4: full, 6: plain}
        record.string = texts.get(record.nameID, record.toUnicode())
    bold = style == "Bold"
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~0x61) | (0x20 if bold else 0x40)
    font["head"].macStyle = 1 if bold else 0
    if "CFF " not in font:
        return
    outlines = font["CFF "].cff
    outlines.fontNames = [plain]
    outlines.topDictIndex[0].FamilyName = family
    outlines.topDictIndex[0].FullName = full
    outlines.topDictIndex[0].Weight = style


def cut(source, target, family, style, letters, equal_digits):
    font = TTFont(source)
    if equal_digits:
        freeze_digits(font)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    rename(font, family, style)
    font.save(target)


def ticket(path):
    """Draws the pictogram of claims, which is our own: a ticket with notches, stroke 2 of 24."""
    font = TTFont(path)
    scale = font["head"].unitsPerEm / 24
    pen = TTGlyphPen(None)

    def contour(points):
        for number, (x, y) in enumerate(points):
            (pen.lineTo if number else pen.moveTo)((round(x * scale), round((24 - y) * scale)))
        pen.closePath()

    def arc(x, y, radius, start, end, steps=10):
        return [(x + radius * math.cos(math.radians(start + (end - start) * step / steps)),
                 y + radius * math.sin(math.radians(start + (end - start) * step / steps))) for step in range(steps + 1)]

    def outline(inset, notch, corner):
        left, right, top, bottom = 1 + inset, 23 - inset, 4 + inset, 20 - inset
        turn = math.degrees(math.acos(inset / notch))
        return [*arc(left + corner, top + corner, corner, 180, 270), *arc(right - corner, top + corner, corner, 270, 360),
                *arc(23, 12, notch, 180 + turn, 180 - turn), *arc(right - corner, bottom - corner, corner, 0, 90),
                *arc(left + corner, bottom - corner, corner, 90, 180), *arc(1, 12, notch, turn, -turn)]

    contour(outline(0, 2, 3))
    contour(outline(2, 4, 1)[::-1])
    for top in (7, 11, 15):
        contour([(13, top), (15, top), (15, top + 2), (13, top + 2)])
    font.setGlyphOrder([*font.getGlyphOrder(), "ticket"])
    font["glyf"]["ticket"] = pen.glyph()
    font["hmtx"]["ticket"] = (font["head"].unitsPerEm, 0)
    for table in font["cmap"].tables:
        table.cmap[0xE20F] = "ticket"
    font.save(path)


def main(folder, output):
    inter, target = pathlib.Path(folder), pathlib.Path(output)
    cut(inter / "Inter-Regular.otf", target / "TesseraSans-Regular.otf", "Tessera Sans", "Regular", TEXT, True)
    cut(inter / "Inter-SemiBold.otf", target / "TesseraSans-Bold.otf", "Tessera Sans", "Bold", TEXT, True)
    cut(inter / "Inter-SemiBold.otf", target / "TesseraFigures-Bold.otf", "Tessera Figures", "Bold", FIGURES, False)
    cut(inter / "MaterialIcons-Outlined.ttf", target / "TesseraIcons.ttf", "Tessera Icons", "Regular", PICTOGRAMS, False)
    ticket(target / "TesseraIcons.ttf")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
