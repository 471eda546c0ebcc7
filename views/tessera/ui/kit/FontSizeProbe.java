package tessera.ui.kit;

import java.util.function.DoubleConsumer;
import javafx.scene.control.Label;
import tessera.settings.WindowAppearance;

/**
 * Invisible label that reports the text size set by style sheets to drawings on a canvas. FX thread.
 */
public final class FontSizeProbe extends Label {

    /** @param heard told how many times as large as usual text is, whenever that changes */
    public FontSizeProbe(DoubleConsumer heard) {
        getStyleClass().add("yardstick");
        setManaged(false);
        setMouseTransparent(true);
        fontProperty().addListener(
                (property, before, now) -> heard.accept(now.getSize() / WindowAppearance.USUAL.fontSize()));
    }
}
