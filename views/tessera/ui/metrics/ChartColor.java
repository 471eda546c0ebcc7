package tessera.ui.metrics;

import java.util.List;
import java.util.Locale;
import tessera.ui.kit.PaintedRegion.CssColorPalette.PaletteProperties;

/** The chart colours; each is a CSS property, {@code -chart-…}, set by the themes. */
enum ChartColor {
    GRID,
    EDGE,
    STRONG,
    MUTED,
    HATCH,
    WARNING,
    CRITICAL,
    SERIES_1,
    SERIES_2,
    SERIES_3,
    SERIES_4,
    SERIES_5,
    SERIES_6,
    SERIES_7,
    SERIES_8;

    static final PaletteProperties<ChartColor> PALETTE = new PaletteProperties<>(List.of(values()),
            ChartColor::cssProperty);
    private static final List<ChartColor> SERIES = List.of(SERIES_1, SERIES_2, SERIES_3, SERIES_4, SERIES_5, SERIES_6,
            SERIES_7, SERIES_8);

    String cssProperty() {
        return "-chart-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static ChartColor seriesColor(int number) {
        return SERIES.get(Math.floorMod(number, SERIES.size()));
    }
}
