package tessera.ui.kit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.PaintedRegion.CssColorPalette.PaletteProperties;

/**
 * A region with a drawing whose colours CSS sets. FX thread.
 *
 * @param <C> what names a colour
 */
public abstract class PaintedRegion<C> extends Region {

    private final PaletteProperties<C> properties;
    private final CssColorPalette<C> palette;

    // The palette reads the region once it is styled, not before.
    @SuppressWarnings("this-escape")
    protected PaintedRegion(PaletteProperties<C> properties) {
        this.properties = properties;
        palette = new CssColorPalette<>(properties, this);
    }

    public final CssColorPalette<C> palette() {
        return palette;
    }

    /** Draws again, because a colour has changed. */
    protected abstract void repaint();

    @Override
    public final List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return properties.ofRegion();
    }

    /**
     * Colours of a drawing, each a property that CSS sets. FX thread.
     *
     * @param <C> what names a colour
     */
    public static final class CssColorPalette<C> {

        private final Map<C, SimpleStyleableObjectProperty<@Nullable Color>> colors = new HashMap<>();

        /**
         * The CSS properties of all palettes of a kind.
         *
         * @param <C> what names a colour
         */
        public static final class PaletteProperties<C> {

            private final Map<C, PaletteCssMetaData<C>> metaData = new LinkedHashMap<>();
            private final List<CssMetaData<? extends Styleable, ?>> all;

            /** @param cssProperty gives the name of a colour's property */
            public PaletteProperties(List<C> colors, Function<C, String> cssProperty) {
                colors.forEach(color -> metaData.put(color, new PaletteCssMetaData<>(color, cssProperty.apply(color))));
                all = Stream.<CssMetaData<? extends Styleable, ?>>concat(Region.getClassCssMetaData().stream(),
                        metaData.values().stream()).toList();
            }

            /** Returns the CSS properties of a region that has the palette. */
            List<CssMetaData<? extends Styleable, ?>> ofRegion() {
                return all;
            }
        }

        CssColorPalette(PaletteProperties<C> properties, PaintedRegion<C> owner) {
            properties.metaData.forEach((color, meta) -> colors.put(color,
                    new SimpleStyleableObjectProperty<@Nullable Color>(meta, owner, meta.getProperty(), Color.GRAY)));
            colors.values().forEach(property -> property.addListener((_, _, _) -> owner.repaint()));
        }

        public Color colorOf(C color) {
            var property = colors.get(color);
            var value = property == null ? null : property.get();
            return Objects.requireNonNullElse(value, Color.TRANSPARENT);
        }

        private static final class PaletteCssMetaData<C> extends CssMetaData<PaintedRegion<C>, @Nullable Color> {

            private final C color;

            PaletteCssMetaData(C color, String property) {
                super(property, StyleConverter.getColorConverter(), Color.GRAY);
                this.color = color;
            }

            @Override
            public boolean isSettable(PaintedRegion<C> region) {
                var property = region.palette().colors.get(color);
                return property != null && !property.isBound();
            }

            @Override
            public @Nullable StyleableProperty<@Nullable Color> getStyleableProperty(PaintedRegion<C> region) {
                return region.palette().colors.get(color);
            }
        }
    }
}
