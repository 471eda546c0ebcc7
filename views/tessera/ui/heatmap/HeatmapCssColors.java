package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;

/** Colours of the heatmap as set by CSS. */
final class HeatmapCssColors {

    /** Control that has heatmap inks. */
    interface CssStyleableHeatmapControl extends Styleable {
        HeatmapCssColors inks();
    }

    private static final Map<HeatmapColors, CssMetaData<CssStyleableHeatmapControl, @Nullable Color>> META = new EnumMap<>(
            HeatmapColors.class);
    private static final List<CssMetaData<? extends Styleable, ?>> ALL;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var heatmapColors : HeatmapColors.values()) {
            var meta = new HeatmapColorCssMetaData(heatmapColors);
            META.put(heatmapColors, meta);
            all.add(meta);
        }
        ALL = Collections.unmodifiableList(all);
    }

    private final Map<HeatmapColors, SimpleStyleableObjectProperty<@Nullable Color>> colours = new EnumMap<>(
            HeatmapColors.class);

    /** @param changed runs when a colour became another */
    HeatmapCssColors(CssStyleableHeatmapControl owner, Runnable changed) {
        for (var heatmapColors : HeatmapColors.values()) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(heatmapColors), owner,
                    heatmapColors.cssProperty(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(heatmapColors, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
        return ALL;
    }

    Color colorOf(HeatmapColors heatmapColors) {
        var colour = colours.get(heatmapColors);
        var value = colour == null ? null : colour.get();
        return Objects.requireNonNullElse(value, Color.TRANSPARENT);
    }

    private static final class HeatmapColorCssMetaData
            extends
                CssMetaData<CssStyleableHeatmapControl, @Nullable Color> {

        private final HeatmapColors heatmapColors;

        HeatmapColorCssMetaData(HeatmapColors heatmapColors) {
            super(heatmapColors.cssProperty(), StyleConverter.getColorConverter(), Color.GRAY);
            this.heatmapColors = heatmapColors;
        }

        @Override
        public boolean isSettable(CssStyleableHeatmapControl styleable) {
            var colour = styleable.inks().colours.get(heatmapColors);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(CssStyleableHeatmapControl styleable) {
            return styleable.inks().colours.get(heatmapColors);
        }
    }
}
