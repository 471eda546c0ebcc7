package tessera.ui.metrics;

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

/** The colours of charts as CSS sets them. */
final class ChartCssColors {

    /** A control with a chart palette. */
    interface CssStyleableChartControl extends Styleable {
        ChartCssColors palette();
    }

    private static final Map<ChartColor, CssMetaData<CssStyleableChartControl, @Nullable Color>> META = new EnumMap<>(
            ChartColor.class);
    private static final List<CssMetaData<? extends Styleable, ?>> ALL;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var ink : ChartColor.values()) {
            var meta = new ChartColorCssMetaData(ink);
            META.put(ink, meta);
            all.add(meta);
        }
        ALL = Collections.unmodifiableList(all);
    }

    private final Map<ChartColor, SimpleStyleableObjectProperty<@Nullable Color>> colours = new EnumMap<>(
            ChartColor.class);

    /** @param changed runs when a colour became another */
    ChartCssColors(CssStyleableChartControl owner, Runnable changed) {
        for (var ink : ChartColor.values()) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(ink), owner, ink.cssProperty(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(ink, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> metaData() {
        return ALL;
    }

    Color colorOf(ChartColor ink) {
        var colour = colours.get(ink);
        var value = colour == null ? null : colour.get();
        return Objects.requireNonNullElse(value, Color.TRANSPARENT);
    }

    private static final class ChartColorCssMetaData extends CssMetaData<CssStyleableChartControl, @Nullable Color> {

        private final ChartColor ink;

        ChartColorCssMetaData(ChartColor ink) {
            super(ink.cssProperty(), StyleConverter.getColorConverter(), Color.GRAY);
            this.ink = ink;
        }

        @Override
        public boolean isSettable(CssStyleableChartControl styleable) {
            var colour = styleable.palette().colours.get(ink);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(CssStyleableChartControl styleable) {
            return styleable.palette().colours.get(ink);
        }
    }
}
