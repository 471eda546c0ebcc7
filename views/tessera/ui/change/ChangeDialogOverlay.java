package tessera.ui.change;

import javafx.css.PseudoClass;
import javafx.scene.layout.StackPane;

/** Overlay over the window while a change is made; narrow, it is {@code :tight} for style sheets. FX thread. */
final class ChangeDialogOverlay extends StackPane {

    private static final PseudoClass TIGHT = PseudoClass.getPseudoClass("tight");
    private static final double NARROW = 1360;

    ChangeDialogOverlay() {
        setId("change");
        getStyleClass().add("change-veil");
        setVisible(false);
        widthProperty().subscribe(
                width -> pseudoClassStateChanged(TIGHT, width.doubleValue() > 0 && width.doubleValue() < NARROW));
    }
}
