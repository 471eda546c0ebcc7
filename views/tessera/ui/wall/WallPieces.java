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

/** Pieces that pages of a wall are made of. Their sizes are in the style sheet. */
final class WallPieces {

    private WallPieces() {}

    static Label label(String text, String style) {
        var label = new Label(text);
        label.getStyleClass().add(style);
        label.setMinWidth(0);
        return label;
    }

    /** A word that is never shortened. */
    static Label whole(String text, String style) {
        var label = label(text, style);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** A word that is left out where there is no room for all of it. */
    static Label wholeOrNone(String text, String style) {
        var label = label(text, style);
        label.visibleProperty().bind(Bindings.createBooleanBinding(
                () -> label.getWidth() >= Math.floor(label.prefWidth(Region.USE_COMPUTED_SIZE)),
                label.widthProperty()));
        return label;
    }

    /** A sentence that takes two lines at most. */
    static Label twoLines(String text, String style) {
        var label = label(text, style);
        label.setWrapText(true);
        label.getStyleClass().add("wall-two-lines");
        return label;
    }

    /** A sign of a size. */
    static Node sign(StatusGlyph glyph, double size) {
        var sign = glyph.node();
        sign.getTransforms().add(new Scale(size / StatusGlyph.BOX, size / StatusGlyph.BOX));
        sign.setManaged(false);
        var box = new StackPane(sign);
        box.setMinSize(size, size);
        box.setMaxSize(size, size);
        sign.resizeRelocate(0, 0, StatusGlyph.BOX, StatusGlyph.BOX);
        return box;
    }

    static Region spacer() {
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        return spacer;
    }

    static HBox row(double gap, Node... parts) {
        var row = new HBox(gap, parts);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
