package tessera.ui.wall;

import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.transform.Scale;
import tessera.ui.kit.StatusGlyph;

/** Building blocks of wall pages. Their sizes are in the style sheet. */
final class WallPageControlFactory {

    private WallPageControlFactory() {}

    static Label styledLabel(String text, String style) {
        var label = new Label(text);
        label.getStyleClass().add(style);
        label.setMinWidth(0);
        return label;
    }

    /** Returns a label that is never shortened. */
    static Label wholeLabel(String text, String style) {
        var label = styledLabel(text, style);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** Returns a label that is left out where there is no room for all of it. */
    static Label wholeOrHiddenLabel(String text, String style) {
        var label = styledLabel(text, style);
        label.visibleProperty().bind(Bindings.createBooleanBinding(
                () -> label.getWidth() >= Math.floor(label.prefWidth(Region.USE_COMPUTED_SIZE)),
                label.widthProperty()));
        return label;
    }

    /** Returns a label of two lines at most. */
    static Label twoLineLabel(String text, String style) {
        var label = styledLabel(text, style);
        label.setWrapText(true);
        label.getStyleClass().add("wall-two-lines");
        return label;
    }

    /** Returns a sign of a size. */
    static Node signNode(StatusGlyph glyph, double size) {
        var sign = glyph.node();
        sign.getTransforms().add(new Scale(size / StatusGlyph.BOX, size / StatusGlyph.BOX));
        sign.setManaged(false);
        var box = new StackPane(sign);
        box.setMinSize(size, size);
        box.setMaxSize(size, size);
        sign.resizeRelocate(0, 0, StatusGlyph.BOX, StatusGlyph.BOX);
        return box;
    }

    static Region createSpacer() {
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        return spacer;
    }

    static HBox createRow(double gap, Node... parts) {
        var row = new HBox(gap, parts);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
