package tessera.ui.kit;

import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/** Label of several parts that shows as many as fit; only the first one is cut. The whole line is in its tooltip. */
public final class TruncatingPartsLabel extends Region {

    private final CanvasTextMeasurer textMeasurer = new CanvasTextMeasurer();
    private final Label label = new Label();
    private String text = "";
    private final String separator;

    public TruncatingPartsLabel(String text, String separator, String style) {
        this.separator = separator;
        show(text);
        label.getStyleClass().add(style);
        // Unmanaged, so that what is shown has no say in how wide this is.
        label.setManaged(false);
        getChildren().add(label);
    }

    /** Sets the line. */
    public void show(String newest) {
        if (!newest.equals(text)) {
            text = newest;
            label.setText(newest);
            requestLayout();
        }
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    protected double computePrefWidth(double height) {
        return Math.ceil(textMeasurer.width(text, label.getFont()));
    }

    @Override
    protected double computePrefHeight(double width) {
        return label.prefHeight(-1);
    }

    @Override
    protected void layoutChildren() {
        double room = Math.ceil(getWidth());
        var whole = textMeasurer.dropLastParts(text, separator, label.getFont(), room);
        var shown = whole.isEmpty() ? textMeasurer.shorten(text, label.getFont(), room) : whole;
        label.setText(shown);
        TooltipFactory.install(label, shown.equals(text) ? "" : text);
        double height = label.prefHeight(-1);
        label.resizeRelocate(0, Math.max(0, snapPositionY((getHeight() - height) / 2)), getWidth(), height);
    }
}
