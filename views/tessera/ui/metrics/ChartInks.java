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
final class ChartInks {

    /** Says where in a control the inks are. */
    interface Inked extends Styleable {
        ChartInks inks();
    }

    private static final Map<Ink, CssMetaData<Inked, @Nullable Color>> META = new EnumMap<>(Ink.class);
    private static final List<CssMetaData<? extends Styleable, ?>> ALL;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var ink : Ink.values()) {
            var meta = new InkMeta(ink);
            META.put(ink, meta);
            all.add(meta);
        }
        ALL = Collections.unmodifiableList(all);
    }

    private final Map<Ink, SimpleStyleableObjectProperty<@Nullable Color>> colours = new EnumMap<>(Ink.class);

    /** @param changed runs when a colour became another */
    ChartInks(Inked owner, Runnable changed) {
        for (var ink : Ink.values()) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(ink), owner, ink.property(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(ink, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> metaData() {
        return ALL;
    }

    Color get(Ink ink) {
        var colour = colours.get(ink);
        var value = colour == null ? null : colour.get();
        return value == null ? Color.TRANSPARENT : value;
    }

    private static final class InkMeta extends CssMetaData<Inked, @Nullable Color> {

        private final Ink ink;

        InkMeta(Ink ink) {
            super(ink.property(), StyleConverter.getColorConverter(), Color.GRAY);
            this.ink = ink;
        }

        @Override
        public boolean isSettable(Inked styleable) {
            var colour = styleable.inks().colours.get(ink);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(Inked styleable) {
            return styleable.inks().colours.get(ink);
        }
    }
}
