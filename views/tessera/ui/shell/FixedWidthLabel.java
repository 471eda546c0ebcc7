package tessera.ui.shell;

import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/**
 * Label of constant width: nothing around it is laid out anew when its text changes.
 */
final class FixedWidthLabel extends Region {

    private final Label text;
    private double width = -1;

    FixedWidthLabel(Label text) {
        this.text = text;
        text.setManaged(false);
        getChildren().setAll(text);
        setMinWidth(USE_PREF_SIZE);
        text.fontProperty().addListener((font, before, now) -> {
            width = -1;
            requestLayout();
        });
    }

    @Override
    protected double computePrefWidth(double height) {
        width = Math.max(width, Math.ceil(text.prefWidth(-1)));
        return width;
    }

    @Override
    protected double computePrefHeight(double width) {
        return text.prefHeight(-1);
    }

    @Override
    protected void layoutChildren() {
        text.resizeRelocate(0, (getHeight() - text.prefHeight(-1)) / 2, getWidth(), text.prefHeight(-1));
    }
}
