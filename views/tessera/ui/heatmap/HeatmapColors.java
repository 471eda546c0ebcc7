package tessera.ui.heatmap;

import java.util.List;
import java.util.Locale;
import tessera.ui.kit.PaintedRegion.CssColorPalette.PaletteProperties;

/** The colours the heatmap is drawn in; each is a property in CSS, {@code -heatmap-…}, set by the themes. */
enum HeatmapColors {
    GROUND,
    CARD,
    CARD_BORDER,
    TROUBLE_BORDER,
    WHOLE,
    MIG,
    MIG_TEXT,
    SHARED,
    FREE,
    FREE_SMALL,
    OTHER,
    HEALTHY,
    UNHEALTHY_GROUND,
    UNHEALTHY,
    NOT_OFFERED,
    CLOSED,
    UNKNOWN,
    STRONG,
    TEXT,
    MUTED,
    OK,
    WARN,
    DANGER,
    SELECTED,
    HOVERED,
    LOAD_0,
    LOAD_1,
    LOAD_2,
    LOAD_3,
    LOAD_4,
    LOAD_5,
    LOAD_6,
    LOAD_7,
    LOAD_8,
    LOAD_9,
    LOAD_10,
    HEAT_0,
    HEAT_1,
    HEAT_2,
    HEAT_3,
    HEAT_4,
    HEAT_5,
    HEAT_6,
    HEAT_7,
    HEAT_8,
    HEAT_9,
    HEAT_10,
    OWNER_1,
    OWNER_2,
    OWNER_3,
    OWNER_4,
    OWNER_5,
    OWNER_6,
    OWNER_7,
    OWNER_8;

    static final PaletteProperties<HeatmapColors> PALETTE = new PaletteProperties<>(List.of(values()),
            HeatmapColors::cssProperty);
    private static final List<HeatmapColors> RANKED = List.of(OWNER_1, OWNER_2, OWNER_3, OWNER_4, OWNER_5, OWNER_6,
            OWNER_7);

    private static final List<HeatmapColors> LOADS = List.of(LOAD_0, LOAD_1, LOAD_2, LOAD_3, LOAD_4, LOAD_5, LOAD_6,
            LOAD_7, LOAD_8, LOAD_9, LOAD_10);
    private static final List<HeatmapColors> HEATS = List.of(HEAT_0, HEAT_1, HEAT_2, HEAT_3, HEAT_4, HEAT_5, HEAT_6,
            HEAT_7, HEAT_8, HEAT_9, HEAT_10);

    /** How many namespaces have a colour of their own; the rest share one. */
    static final int OWNERS = RANKED.size();

    String cssProperty() {
        return "-heatmap-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the colours of a measured lens, from its low end to its high one. */
    static List<HeatmapColors> lensColors(HeatmapColorMode colorMode) {
        return colorMode == HeatmapColorMode.TEMPERATURE || colorMode == HeatmapColorMode.POWER ? HEATS : LOADS;
    }

    /** @param level 0 to 1 */
    static HeatmapColors of(HeatmapColorMode colorMode, double level) {
        var tints = lensColors(colorMode);
        return tints.get((int) Math.round(level * (tints.size() - 1)));
    }

    /** Returns whether the colour is so dark that it needs an edge on a dark ground. */
    boolean isFaint() {
        return this == LOAD_0 || this == LOAD_1 || this == HEAT_0 || this == HEAT_1 || this == HEAT_2;
    }

    /** Returns whether dark letters cannot be read on it. */
    boolean isDark() {
        return this == UNKNOWN || LOADS.subList(0, 6).contains(this) || HEATS.subList(0, 7).contains(this);
    }

    static HeatmapColors ownerColor(int rank) {
        return rank < 0 || rank >= OWNERS ? OWNER_8 : RANKED.get(rank);
    }
}
