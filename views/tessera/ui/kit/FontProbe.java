package tessera.ui.kit;

import java.util.function.DoubleConsumer;
import javafx.scene.control.Label;
import tessera.settings.WindowAppearance;

/**
 * A label nobody sees, by which what is drawn on a canvas hears how large the user wants text: sheets say it, and a canvas does not
 * hear them. FX thread.
 */
public final class FontProbe extends Label {

    /** @param heard told how many times as large as usual text is, whenever that changes */
    public FontProbe(DoubleConsumer heard) {
        getStyleClass().add("yardstick");
        setManaged(false);
        setMouseTransparent(true);
        fontProperty().addListener(
                (property, before, now) -> heard.accept(now.getSize() / WindowAppearance.USUAL.fontSize()));
    }
}
