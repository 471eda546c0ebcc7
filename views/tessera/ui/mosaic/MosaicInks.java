package tessera.ui.mosaic;

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

/** Colours of the mosaic as set by CSS. */
final class MosaicInks {

    /** Control that has mosaic inks. */
    interface MosaicControl extends Styleable {
        MosaicInks inks();
    }

    private static final Map<MosaicColors, CssMetaData<MosaicControl, @Nullable Color>> META = new EnumMap<>(
            MosaicColors.class);
    private static final List<CssMetaData<? extends Styleable, ?>> ALL;

    static {
        var all = new ArrayList<CssMetaData<? extends Styleable, ?>>(Region.getClassCssMetaData());
        for (var tint : MosaicColors.values()) {
            var meta = new TintMeta(tint);
            META.put(tint, meta);
            all.add(meta);
        }
        ALL = Collections.unmodifiableList(all);
    }

    private final Map<MosaicColors, SimpleStyleableObjectProperty<@Nullable Color>> colours = new EnumMap<>(
            MosaicColors.class);

    /** @param changed runs when a colour became another */
    MosaicInks(MosaicControl owner, Runnable changed) {
        for (var tint : MosaicColors.values()) {
            var colour = new SimpleStyleableObjectProperty<@Nullable Color>(META.get(tint), owner, tint.cssProperty(),
                    Color.GRAY);
            colour.addListener((property, before, now) -> changed.run());
            colours.put(tint, colour);
        }
    }

    static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
        return ALL;
    }

    Color colorOf(MosaicColors tint) {
        var colour = colours.get(tint);
        var value = colour == null ? null : colour.get();
        return value == null ? Color.TRANSPARENT : value;
    }

    private static final class TintMeta extends CssMetaData<MosaicControl, @Nullable Color> {

        private final MosaicColors tint;

        TintMeta(MosaicColors tint) {
            super(tint.cssProperty(), StyleConverter.getColorConverter(), Color.GRAY);
            this.tint = tint;
        }

        @Override
        public boolean isSettable(MosaicControl styleable) {
            var colour = styleable.inks().colours.get(tint);
            return colour != null && !colour.isBound();
        }

        @Override
        public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(MosaicControl styleable) {
            return styleable.inks().colours.get(tint);
        }
    }
}
