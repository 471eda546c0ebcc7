package tessera.ui.kit;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.layout.Region;
import tessera.ui.kit.CssColorPalette.PaletteProperties;

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
}
