package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;

/** The colours of charts as CSS sets them. */
final class ChartPalette {

    /** A control with a chart palette. */
    interface StyleableChartControl extends Styleable {
        ChartPalette palette();
    }

    private static final Map<ChartColors, CssMetaData<StyleableChartControl, @Nullable Color>> META = new EnumMap<>(
            ChartColors.class);
    private static final List<CssMetaData<? extends Styleable, ?>> ALL;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var ink : ChartColors.values()) {
            var meta = new ChartColorCssMetaData(ink);
            META.put(ink, meta);
            all.add(meta);
        }
        ALL = Collections.unmodifiableList(all);
    }

    private final Map<ChartColors, SimpleStyleableObjectProperty<@Nullable Color>> colours = new EnumMap<>(
            ChartColors.class);

    /** @param changed runs when a colour became another */
    ChartPalette(StyleableChartControl owner, Runnable changed) {
        for (var ink : ChartColors.values()) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(ink), owner, ink.cssProperty(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(ink, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> metaData() {
        return ALL;
    }

    Color colorOf(ChartColors ink) {
        var colour = colours.get(ink);
        var value = colour == null ? null : colour.get();
        return value == null ? Color.TRANSPARENT : value;
    }

    private static final class ChartColorCssMetaData extends CssMetaData<StyleableChartControl, @Nullable Color> {

        private final ChartColors ink;

        ChartColorCssMetaData(ChartColors ink) {
            super(ink.cssProperty(), StyleConverter.getColorConverter(), Color.GRAY);
            this.ink = ink;
        }

        @Override
        public boolean isSettable(StyleableChartControl styleable) {
            var colour = styleable.palette().colours.get(ink);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(StyleableChartControl styleable) {
            return styleable.palette().colours.get(ink);
        }
    }
}
